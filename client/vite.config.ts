import { defineConfig } from "vite";
import { drawings } from "./build/drawings.ts";
import { gallery } from "./build/gallery.ts";
import { noEval } from "./build/no-eval.ts";

/** Names stay as they are: Django hashes static files itself, and rewrites the relative addresses of the CSS. */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [noEval(), drawings(), gallery()],
  build: {
    outDir: "../src/carteado/web/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    target: ["chrome109", "firefox115", "safari16"],
    rolldownOptions: {
      input: { site: "src/site/site.ts" },
      output: {
        entryFileNames: "[name].js",
        assetFileNames: ({ names }) => (names[0]?.endsWith(".woff2") ? "fonts/[name][extname]" : "[name][extname]"),
      },
    },
  },
});
