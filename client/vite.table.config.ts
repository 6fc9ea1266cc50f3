import { defineConfig } from "vite";
import { beside } from "./vite.beside.ts";

/** The live table. */
export default defineConfig(beside({ table: "src/table/main.ts" }));
