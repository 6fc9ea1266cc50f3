import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import site from "./vite.config.ts";

/** A live match over somebody's picture, beside the site's files and after them: one script and one style of its own. */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [svelte()],
  build: {
    ...site.build,
    emptyOutDir: false,
    rolldownOptions: {
      input: { "live-overlay": "src/overlay/main.ts" },
      output: site.build?.rolldownOptions?.output ?? {},
    },
  },
});
