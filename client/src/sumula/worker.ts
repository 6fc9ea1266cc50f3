/**
 * The service worker: opens the súmula without a network. The server puts a line before it, `self.SUMULA`, which names
 * the files to keep. A new line makes a new worker with a store of its own, so that a page never gets half of a new
 * version. No entries pass through here: they are in the page's own store.
 */
import { shellOf } from "./shells.ts";

interface Kept {
  version: string;
  files: string[];
  shells: string[];
  forms: string[];
}
interface Waiting extends Event {
  waitUntil: (done: Promise<unknown>) => void;
}
interface Asked extends Waiting {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
interface Keeper {
  SUMULA: Kept;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: {
    (kind: "install" | "activate", act: (event: Waiting) => void): void;
    (kind: "fetch", act: (event: Asked) => void): void;
  };
}

const worker = self as unknown as Keeper;
const { version, files, shells, forms } = worker.SUMULA;
const OURS = "sumula-";
const STORE = OURS + version;
/** Seconds for which a network that does not answer is waited for, where there is an older answer. */
const PATIENCE = 4;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOlder().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const shell = shellOf(url.pathname, shells);
  if (request.mode === "navigate" && shell) event.respondWith(keptFirst(shell, request));
  else if (files.includes(url.pathname)) event.respondWith(keptFirst(url.pathname, request));
  else if (forms.includes(url.pathname)) event.respondWith(networkFirst(event));
});

async function keepAll(): Promise<void> {
  const store = await caches.open(STORE);
  await store.addAll([...files, ...shells].map((address) => new Request(address, { cache: "reload" })));
  // Without a form no game can begin offline, but whatever began has its own: one that fails does not hold up the rest.
  await Promise.allSettled(forms.map((address) => store.add(address)));
}

async function forgetOlder(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== STORE).map((name) => caches.delete(name)));
}

async function keptFirst(address: string, request: Request): Promise<Response> {
  const store = await caches.open(STORE);
  return (await store.match(address)) ?? fetch(request);
}

async function networkFirst(event: Asked): Promise<Response> {
  const store = await caches.open(STORE);
  const kept = await store.match(event.request);
  const fetched = fetch(event.request).then((answer) => {
    if (answer.ok) event.waitUntil(store.put(event.request, answer.clone()));
    return answer;
  });
  if (!kept) return fetched;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE * 1000));
  return Promise.race([fetched.catch(() => kept), late]);
}
