/**
 * The live table: mounts beside what the page of a table shows, and draws itself over it once a match is on. Not within
 * it, for news of the table bring the page to how it stands now, and take away what is not theirs.
 */
import { mount } from "svelte";
import App from "./App.svelte";
import { pageOf } from "./core/page.ts";
import "./styles/table.css";

const facts = document.getElementById("mesa");
if (facts) {
  const target = document.createElement("div");
  document.querySelector("main")?.before(target);
  mount(App, { target, props: { page: pageOf(facts) } });
}
