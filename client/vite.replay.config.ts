import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import site from "./vite.config.ts";

/**
 * What is looked at after a match, beside the site's files and after them: `--mode replay` or `--mode verify`, one script
 * and one style each.
 */
export default defineConfig(({ mode }) => ({
  base: "./",
  publicDir: false,
  plugins: [svelte()],
  build: {
    ...site.build,
    emptyOutDir: false,
    rolldownOptions: {
      input: { [mode]: `src/${mode}/main.ts` },
      output: site.build?.rolldownOptions?.output ?? {},
    },
  },
}));
