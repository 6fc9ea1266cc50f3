/**
 * The line to a live table: it says hello, listens, and comes back by itself. What it has seen is the store's business;
 * here are only frames, beats and patience.
 */
import { PROTOCOL, type Hello, type Incoming, type Outgoing } from "../messages.ts";

/** What a WebSocket is to us: tests bring their own. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  readonly readyState: number;
  send(text: string): void;
  close(code?: number): void;
}

export type Line =
  | { is: "connecting" }
  | { is: "open" }
  /**
   * The server does not answer: the next try is at `retryAt` (on this device's clock), the last message came at
   * `since`, and the connection was given up at `lost`. A socket that closes may be back in a moment; where `isSure`,
   * it is known to be lost.
   */
  | { is: "waiting"; since: number; lost: number; isSure: boolean; retryAt: number; tries: number }
  /** It makes no sense to come back. */
  | { is: "closed"; code: number };

export interface Surroundings {
  open: (url: string) => Socket;
  now: () => number;
  after: (milliseconds: number, work: () => void) => () => void;
  random: () => number;
}

interface Listener {
  /** How far the client has seen. */
  hello: () => Pick<Hello, "match" | "seq">;
  told: (messages: Outgoing[]) => void;
  line: (line: Line) => void;
}

const OPEN = 1;
/** The server says every fifteen seconds that it is there. */
const SILENCE = 20_000;
const PATIENCE = { first: 400, most: 15_000 };
/** Signed out, no such table, another protocol. */
const FOR_GOOD = [4401, 4404, 4409];

export class Connection {
  private socket: Socket | null = null;
  private tries = 0;
  /** When the line spoke last; and when it was given up, while it is. */
  private heardAt: number;
  private lostAt: number | null = null;
  private isSure = false;
  private stopWaiting: () => void = () => undefined;
  private stopListening: () => void = () => undefined;
  private isDone = false;
  private readonly url: string;
  private readonly listener: Listener;
  private readonly around: Surroundings;

  constructor(url: string, listener: Listener, around: Surroundings) {
    this.url = url;
    this.listener = listener;
    this.around = around;
    this.heardAt = around.now();
  }

  start(): void {
    this.connect();
  }

  stop(): void {
    this.isDone = true;
    this.stopWaiting();
    this.drop();
  }

  /** Whether it went out; what did not is said again after the next welcome. */
  send(...messages: Incoming[]): boolean {
    if (this.socket?.readyState !== OPEN) return false;
    this.socket.send(JSON.stringify(messages));
    return true;
  }

  /** The network is back, or somebody presses "now". */
  tryNow(): void {
    if (this.isDone || this.socket !== null) return;
    this.stopWaiting();
    this.connect();
  }

  /** This line is dead, whatever the socket believes: the device has no network, or nobody answers. */
  giveUp(): void {
    if (this.isDone || this.socket === null) return;
    this.drop();
    this.isSure = true;
    this.lost(0);
  }

  /** The page was asleep, and its timers with it: a line that was silent for too long meanwhile is not waited for. */
  wake(): void {
    if (this.around.now() - this.heardAt > SILENCE) this.giveUp();
    this.tryNow();
  }

  private connect(): void {
    if (this.lostAt === null) this.listener.line({ is: "connecting" });
    const socket = this.around.open(this.url);
    this.socket = socket;
    this.expect();
    socket.onopen = () => {
      const hello: Hello = { type: "hello", protocol: PROTOCOL, ...this.listener.hello() };
      socket.send(JSON.stringify([hello]));
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.read(String(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event.code);
    };
  }

  private read(text: string): void {
    this.heardAt = this.around.now();
    this.expect();
    const messages = JSON.parse(text) as Outgoing[];
    if (messages.some((one) => one.type === "welcome")) {
      this.tries = 0;
      this.lostAt = null;
      this.isSure = false;
      this.listener.line({ is: "open" });
    }
    this.listener.told(messages);
  }

  /** A server that says nothing for so long is not there, whatever the socket believes. */
  private expect(): void {
    this.stopListening();
    this.stopListening = this.around.after(SILENCE, () => this.giveUp());
  }

  private drop(): void {
    this.stopListening();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private lost(code: number): void {
    this.stopListening();
    this.socket = null;
    if (this.isDone) return;
    if (FOR_GOOD.includes(code)) {
      this.isDone = true;
      this.listener.line({ is: "closed", code });
      return;
    }
    const now = this.around.now();
    this.lostAt ??= now;
    const wait = Math.min(PATIENCE.first * 2 ** this.tries, PATIENCE.most) * (0.75 + this.around.random() / 2);
    this.tries += 1;
    this.listener.line({
      is: "waiting",
      since: this.heardAt,
      lost: this.lostAt,
      isSure: this.isSure,
      retryAt: now + wait,
      tries: this.tries,
    });
    this.stopWaiting = this.around.after(wait, () => this.connect());
  }
}

/** The browser's own. */
export const browser: Surroundings = {
  // what stands behind "#" is a secret: it goes with the handshake as a subprotocol, because logs keep addresses
  open: (url) => {
    const [address = "", secret] = url.split("#");
    return secret ? new WebSocket(address, ["carteado", secret]) : new WebSocket(address);
  },
  now: () => Date.now(),
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** `/mesa/CODE/ao-vivo` on this host, as a socket's address. */
export function socketUrl(path: string, from: Location): string {
  return `${from.protocol === "https:" ? "wss" : "ws"}://${from.host}${path}`;
}
