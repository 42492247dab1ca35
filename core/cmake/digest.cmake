# Writes a header with a digest of the contents of FILES, which are named from ROOT. Run at build time whenever one of
# them changed:  cmake -DROOT=... -DFILES=a,b -DOUTPUT=... -P digest.cmake
string(REPLACE "," ";" FILES "${FILES}")
set(all "")
foreach(name IN LISTS FILES)
  file(SHA256 "${ROOT}/${name}" one)
  string(APPEND all "${name} ${one}\n")
endforeach()
string(SHA256 digest "${all}")
file(WRITE "${OUTPUT}" "inline constexpr char kBuilderDigest[] = \"${digest}\";\n")
