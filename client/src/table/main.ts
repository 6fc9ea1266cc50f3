/** The live table: mounts on the page of a table, and draws itself over it once a match is on. */
import { mount } from "svelte";
import App from "./App.svelte";
import { pageOf } from "./core/page.ts";
import "./styles/table.css";

const target = document.getElementById("mesa");
if (target) mount(App, { target, props: { page: pageOf(target) } });
