import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import site from "./vite.config.ts";

/** The live table, beside the site's files and after them: one script and one style of its own. */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [svelte()],
  build: {
    ...site.build,
    emptyOutDir: false,
    rolldownOptions: {
      input: { table: "src/table/main.ts" },
      output: site.build?.rolldownOptions?.output ?? {},
    },
  },
});
