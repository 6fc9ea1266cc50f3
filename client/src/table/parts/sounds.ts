/** Sounds made here, without a file: wood, paper, a bell. Off until somebody wants them. */
import { pairOf } from "../core/places.ts";
import { settings } from "../core/settings.svelte.ts";

export type Sound = "card" | "knock" | "shout" | "turn" | "won" | "lost" | "over";

interface Tone {
  /** Seconds after the first. */
  at: number;
  hertz: number;
  seconds: number;
  gain: number;
  type: OscillatorType | "noise";
}

const TONES: Record<Sound, Tone[]> = {
  card: [{ at: 0, hertz: 2400, seconds: 0.05, gain: 0.25, type: "noise" }],
  knock: [
    { at: 0, hertz: 190, seconds: 0.08, gain: 0.5, type: "triangle" },
    { at: 0, hertz: 900, seconds: 0.03, gain: 0.3, type: "noise" },
  ],
  shout: [
    { at: 0, hertz: 140, seconds: 0.12, gain: 0.7, type: "triangle" },
    { at: 0.11, hertz: 140, seconds: 0.12, gain: 0.7, type: "triangle" },
    { at: 0.22, hertz: 105, seconds: 0.25, gain: 0.8, type: "triangle" },
    { at: 0.22, hertz: 700, seconds: 0.06, gain: 0.4, type: "noise" },
  ],
  turn: [{ at: 0, hertz: 660, seconds: 0.12, gain: 0.18, type: "sine" }],
  won: [
    { at: 0, hertz: 523, seconds: 0.14, gain: 0.2, type: "triangle" },
    { at: 0.12, hertz: 659, seconds: 0.14, gain: 0.2, type: "triangle" },
    { at: 0.24, hertz: 784, seconds: 0.3, gain: 0.22, type: "triangle" },
  ],
  lost: [
    { at: 0, hertz: 330, seconds: 0.18, gain: 0.18, type: "triangle" },
    { at: 0.16, hertz: 247, seconds: 0.3, gain: 0.18, type: "triangle" },
  ],
  over: [
    { at: 0, hertz: 440, seconds: 0.16, gain: 0.18, type: "triangle" },
    { at: 0.16, hertz: 440, seconds: 0.3, gain: 0.18, type: "triangle" },
  ],
};

/** How a match ends for who sits on that seat; who only watches has neither won nor lost it. */
export function soundOfEnd(winner: number, seat: number | null): Sound {
  return seat === null ? "over" : pairOf(seat) === winner ? "won" : "lost";
}

let context: AudioContext | null = null;

export function sound(name: Sound): void {
  if (!settings.sound || document.hidden) return;
  context ??= new AudioContext();
  for (const tone of TONES[name]) play(context, tone);
}

/** A short shake of a phone in the hand, for a shout. */
export function shake(): void {
  if (settings.sound) navigator.vibrate?.(40);
}

function play(context: AudioContext, { at, hertz, seconds, gain, type }: Tone): void {
  const start = context.currentTime + at;
  const volume = context.createGain();
  volume.gain.setValueAtTime(gain, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  volume.connect(context.destination);
  const source = type === "noise" ? noise(context, hertz, volume) : tone(context, hertz, type, volume);
  source.start(start);
  source.stop(start + seconds);
}

function tone(context: AudioContext, hertz: number, type: OscillatorType, volume: GainNode): OscillatorNode {
  const oscillator = new OscillatorNode(context, { frequency: hertz, type });
  oscillator.connect(volume);
  return oscillator;
}

function noise(context: AudioContext, hertz: number, volume: GainNode): AudioBufferSourceNode {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: hertz })).connect(volume);
  return source;
}
