import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { UserConfig } from "vite";
import site from "./vite.config.ts";

/** Apps beside the site's files and built after them, each with one script and one style of its own. */
export function beside(input: Record<string, string>, { cssCodeSplit = false } = {}): UserConfig {
  return {
    base: "./",
    publicDir: false,
    plugins: [svelte()],
    build: {
      ...site.build,
      emptyOutDir: false,
      ...(cssCodeSplit ? { cssCodeSplit } : {}),
      rolldownOptions: { input, output: site.build?.rolldownOptions?.output ?? {} },
    },
  };
}
