import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import site from "./vite.config.ts";

/**
 * The súmula, beside the site's files and after them: an app of its own and its service worker, one file each, for
 * Django hashes names and rewrites no imports of scripts.
 */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [svelte()],
  build: {
    ...site.build,
    emptyOutDir: false,
    cssCodeSplit: true,
    rolldownOptions: {
      input: { sumula: "src/sumula/main.ts", "sumula-worker": "src/sumula/worker.ts" },
      output: site.build?.rolldownOptions?.output ?? {},
    },
  },
});
