import { defineConfig } from "vite";
import { beside } from "./vite.beside.ts";

/** What is looked at after a match: `--mode replay` or `--mode verify`. */
export default defineConfig(({ mode }) => beside({ [mode]: `src/${mode}/main.ts` }));
