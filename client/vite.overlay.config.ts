import { defineConfig } from "vite";
import { beside } from "./vite.beside.ts";

/** A live match over somebody's picture. */
export default defineConfig(beside({ "live-overlay": "src/overlay/main.ts" }));
