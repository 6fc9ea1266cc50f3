/** A sheet as a picture to send on: paper, ink, wood type; drawn here, so that it needs no network. */
import { LUA, SOL } from "../icons/signs.ts";
import { PAIRS } from "./core/form.ts";
import type { Table } from "./table.svelte.ts";
import { number, signed, t } from "./texts/index.ts";

const WIDTH = 1080;
const MARGIN = 72;
const ROW = 56;
const TITLE = '"Alfa Slab One"';
const TEXT = '"Atkinson Hyperlegible Next"';
const [PAPER, LEAF, INK, INK_2, RULE, RED, SUN, MOON] = [
  "#f6eedd",
  "#fffaf0",
  "#211a16",
  "#5e5046",
  "#8c7b6b",
  "#bf2e1a",
  "#f2b90f",
  "#a9ccf5",
];
/** As many hands as fit; the last ones, for the end is what people look at. */
const MOST_HANDS = 24;

export async function picture(table: Table): Promise<Blob> {
  await Promise.allSettled([document.fonts.load(`40px ${TITLE}`), document.fonts.load(`700 40px ${TEXT}`)]);
  const hands = table.sheet.hands.slice(-MOST_HANDS);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, 620 + hands.length * ROW + 120];
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  drawPaper(pen, canvas.height);
  drawHead(pen, table);
  hands.forEach((_hand, index) =>
    drawHand(pen, table, table.sheet.hands.length - hands.length + index, 580 + index * ROW),
  );
  write(pen, `Carteado · ${t.provisional}`, MARGIN, canvas.height - 60, `500 28px ${TEXT}`, INK_2);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))),
  );
}

function drawPaper(pen: CanvasRenderingContext2D, height: number): void {
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, height);
  pen.strokeStyle = INK;
  pen.lineWidth = 8;
  pen.strokeRect(20, 20, WIDTH - 40, height - 40);
}

function drawHead(pen: CanvasRenderingContext2D, table: Table): void {
  const { sheet, facts } = table;
  const headline = sheet.winner === null ? t.in_progress : t.winner(table.name(sheet.winner));
  write(pen, headline, MARGIN, 120, `60px ${TITLE}`, INK, WIDTH - 2 * MARGIN);
  write(pen, facts.form.title, MARGIN, 176, `600 32px ${TEXT}`, INK_2, WIDTH - 2 * MARGIN);
  const half = (WIDTH - 2 * MARGIN) / 2;
  for (const pair of PAIRS) {
    const x = MARGIN + pair * half;
    pen.fillStyle = pair === 0 ? SUN : MOON;
    pen.fillRect(x, 220, half, 290);
    pen.strokeStyle = INK;
    pen.lineWidth = 6;
    pen.strokeRect(x, 220, half, 290);
    drawSign(pen, pair === 0 ? SOL : LUA, x + 28, 248, 96);
    write(pen, table.name(pair), x + 140, 312, `700 38px ${TEXT}`, INK, half - 160);
    const figure = facts.bestOf > 1 ? sheet.won[pair] : sheet.score[pair];
    write(pen, number(figure), x + 28, 472, `120px ${TITLE}`, INK, half - 56);
  }
}

function drawHand(pen: CanvasRenderingContext2D, table: Table, index: number, y: number): void {
  const hand = table.sheet.hands[index];
  if (!hand) return;
  const half = (WIDTH - 2 * MARGIN) / 2;
  pen.fillStyle = LEAF;
  pen.fillRect(MARGIN, y - 40, WIDTH - 2 * MARGIN, ROW);
  pen.fillStyle = RULE;
  pen.fillRect(MARGIN, y + ROW - 42, WIDTH - 2 * MARGIN, 2);
  write(pen, t.hand(hand.standing.place + 1), MARGIN + 16, y, `600 32px ${TEXT}`, INK_2);
  for (const pair of PAIRS) {
    const points = hand.points[pair];
    write(pen, signed(points), MARGIN + 240 + pair * (half - 120), y, `700 32px ${TEXT}`, points < 0 ? RED : INK);
  }
  const total = `${number(hand.score[0])} × ${number(hand.score[1])}`;
  pen.textAlign = "right";
  write(pen, total, WIDTH - MARGIN - 16, y, `700 32px ${TEXT}`, INK);
  pen.textAlign = "left";
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  most?: number,
): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(text, x, y, most);
}

/** The sign's own shapes, one by one: pictures of SVG would need addresses that the site's policy forbids. */
function drawSign(pen: CanvasRenderingContext2D, sign: string, x: number, y: number, size: number): void {
  const svg = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${sign}</svg>`, "image/svg+xml");
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 48, size / 48);
  for (const shape of svg.documentElement.children) drawShape(pen, shape);
  pen.restore();
}

function drawShape(pen: CanvasRenderingContext2D, shape: Element): void {
  const path = new Path2D(shape.getAttribute("d") ?? undefined);
  if (shape.tagName === "circle") {
    const [cx, cy, r] = ["cx", "cy", "r"].map((name) => Number(shape.getAttribute(name))) as [number, number, number];
    path.arc(cx, cy, r, 0, 2 * Math.PI);
  }
  const fill = shape.getAttribute("fill");
  const stroke = shape.getAttribute("stroke") ?? INK;
  pen.lineWidth = Number(shape.getAttribute("stroke-width") ?? 2.2);
  if (fill && fill !== "none") {
    pen.fillStyle = colourOf(fill);
    pen.fill(path);
  }
  if (stroke !== "none") {
    pen.strokeStyle = colourOf(stroke);
    pen.stroke(path);
  }
}

/** `var(--sol, #F2B90F)` is its colour. */
function colourOf(said: string): string {
  return /#\w+/.exec(said)?.[0] ?? said;
}
