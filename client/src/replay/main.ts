/** The replay: mounts on the page of a finished match, and covers it once somebody wants to see the match again. */
import { mount } from "svelte";
import App from "./App.svelte";
import type { Facts } from "./facts.ts";
import "./styles/replay.css";

const target = document.getElementById("repeticao");
const facts = document.getElementById("repeticao-fatos")?.textContent;
if (target && facts) mount(App, { target, props: { facts: JSON.parse(facts) as Facts } });
