/** A live match over somebody's picture. */
import { mount } from "svelte";
import { pageOf } from "../table/core/page.ts";
import Overlay from "./Overlay.svelte";
import "./overlay.css";

const target = document.getElementById("transmissao");
if (target) mount(Overlay, { target, props: { page: pageOf(target), title: target.dataset["title"] ?? "" } });
