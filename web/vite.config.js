// The page is built into the Python package, under names that never change: what is in git can then be compared.
export default {
  base: "/static/",
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
  server: { proxy: { "/api": "http://127.0.0.1:9150", "/board.css": "http://127.0.0.1:9150" } },
  build: {
    outDir: "../src/woodstock/web/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    rollupOptions: {
      output: { entryFileNames: "app.js", chunkFileNames: "[name].js", assetFileNames: "app[extname]" },
    },
  },
};
