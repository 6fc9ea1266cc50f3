/** Sheets that are not open are sent, too: what a phone noted at another table, or closed before the server had it. */
import { learn, factsIn, syncOf } from "./line.ts";
import { openLog, phone } from "./phone.ts";
import { shelf } from "./core/log.ts";
import { tell } from "./telling.svelte.ts";

const EVERY_MS = 30_000;

/** How often something of them has reached the server, for whoever shows them. */
export const sent: { times: number } = $state({ times: 0 });

let open: string | null = null;
let running: Promise<void> | null = null;

/** The sheet that is open sends itself. */
export function leaveToItself(code: string | null): void {
  open = code;
  if (code === null) void sendOthers();
}

/** From now on, whenever there may be a network. */
export function startSending(): () => void {
  const again = (): void => void sendOthers();
  again();
  const timer = setInterval(again, EVERY_MS);
  addEventListener("online", again);
  return () => {
    clearInterval(timer);
    removeEventListener("online", again);
  };
}

export function sendOthers(): Promise<void> {
  running ??= pass().finally(() => (running = null));
  return running;
}

async function pass(): Promise<void> {
  for (const { code } of await shelf((await phone()).storage)) {
    // One that cannot be read, or sent, does not hold up the others.
    if (code !== open) await send(code).catch(() => undefined);
  }
}

async function send(code: string): Promise<void> {
  const log = await openLog(code);
  try {
    const facts = factsIn(log);
    if (!facts?.isOfficial || !log.outbox.length) return;
    const [waited, handedOver] = [log.outbox.length, log.handedOver.length];
    const { csrf } = await learn(log).catch(() => ({ csrf: undefined }));
    await (await syncOf(log, csrf)).now();
    if (log.outbox.length < waited) sent.times += 1;
    const [first] = log.handedOver;
    if (first && log.handedOver.length > handedOver) tell(`${facts.names.join(" × ")}: ${first.message}`);
  } finally {
    log.close();
  }
}
