#include "settings.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>

namespace nb = nanobind;
using namespace woodstock;

namespace {

constexpr std::array<std::string_view, 5> kKinds{"flag", "whole", "real", "choice", "text"};

support::Setting setting_of(SettingRow row) {
  auto& [name, kind, help, standard, low, high, choices] = row;
  const auto found = std::ranges::find(kKinds, kind);
  if (found == kKinds.end()) throw nb::value_error("a setting is a flag, a whole, a real, a choice or a text");
  const auto number = static_cast<support::SettingKind>(found - kKinds.begin());
  return {std::move(name),    number,         std::move(standard), std::move(low), std::move(high),
          std::move(choices), std::move(help)};
}

GivenSettings read_all(std::vector<SettingRow> rows, GivenSettings given) {
  support::SettingReader reader(std::move(given));
  GivenSettings out;
  for (auto& row : rows) {
    auto setting = setting_of(std::move(row));
    const auto name = setting.name;
    out[name] = reader.read(std::move(setting));
  }
  reader.finish();
  return out;
}

// The class is Python's own, so that it is one of the errors that users see as a line.
void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const support::SettingError& error) {
    const auto type = nb::module_::import_("woodstock.errors").attr("SettingError");
    PyErr_SetString(type.ptr(), error.what());
  }
}

}  // namespace

std::vector<SettingRow> woodstock::rows_of(const std::vector<support::Setting>& settings) {
  std::vector<SettingRow> out;
  for (const auto& one : settings) {
    const std::string kind(kKinds[static_cast<std::size_t>(one.kind)]);
    out.emplace_back(one.name, kind, one.help, one.standard, one.low, one.high, one.choices);
  }
  return out;
}

void bind_settings(nb::module_& module) {
  nb::register_exception_translator(&translate);
  module.def(
      "read_settings", &read_all, nb::arg("settings"), nb::arg("given"),
      nb::sig("def read_settings(settings: Sequence[_Setting], given: Mapping[str, _Option]) -> dict[str, _Option]"));
  module.def(
      "setting_range", [](SettingRow row) { return setting_of(std::move(row)).range(); }, nb::arg("setting"),
      nb::sig("def setting_range(setting: _Setting) -> str"));
}
