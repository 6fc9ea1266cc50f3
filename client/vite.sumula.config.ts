import { defineConfig } from "vite";
import { beside } from "./vite.beside.ts";

/** The súmula and its service worker, one file each, for Django hashes names and rewrites no imports of scripts. */
export default defineConfig(
  beside({ sumula: "src/sumula/main.ts", "sumula-worker": "src/sumula/worker.ts" }, { cssCodeSplit: true }),
);
