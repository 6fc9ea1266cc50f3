/** The small icons: box of 24, ink of 2, round ends. Filled parts carry `ink`, the rest is line. */
const ink = 'fill="currentColor" stroke="none"';
const dot = (cx: number, cy: number, r = 1.4): string => `<circle cx="${cx}" cy="${cy}" r="${r}" ${ink}/>`;
const line = (d: string): string => `<path d="${d}"/>`;
const solid = (d: string): string => `<path d="${d}" ${ink}/>`;
const ring = (cx: number, cy: number, r: number): string => `<circle cx="${cx}" cy="${cy}" r="${r}"/>`;

export const ICONS = {
  // navigation
  menu: line("M3.5 6h17M3.5 12h17M3.5 18h17"),
  close: line("M5.5 5.5l13 13M18.5 5.5l-13 13"),
  up: line("M5 15.5l7-7 7 7"),
  down: line("M5 8.5l7 7 7-7"),
  left: line("M15.5 5l-7 7 7 7"),
  right: line("M8.5 5l7 7-7 7"),
  external: line(
    "M13.5 4H20v6.5M20 4l-9 9M17 14v4.5a1.5 1.5 0 0 1-1.5 1.5h-10A1.5 1.5 0 0 1 4 18.5v-10A1.5 1.5 0 0 1 5.5 7H10",
  ),
  search: ring(10.5, 10.5, 6.5) + line("M15.5 15.5L21 21M7.5 10.5a3 3 0 0 1 3-3"),
  list: dot(4.5, 6, 1.6) + dot(4.5, 12, 1.6) + dot(4.5, 18, 1.6) + line("M9.5 6H21M9.5 12H21M9.5 18H21"),
  exit: line("M10 4H5.5A1.5 1.5 0 0 0 4 5.5v13A1.5 1.5 0 0 0 5.5 20H10M15 7.5l4.5 4.5-4.5 4.5M19 12H9.5"),

  // signs of a state
  check: line("M4 12.5l5.5 5.5L20 6.5"),
  cross: ring(12, 12, 9) + line("M8.5 8.5l7 7M15.5 8.5l-7 7"),
  warning: line("M12 3.5L21.5 20h-19zM12 10v4.5") + dot(12, 17.2, 1.3),
  info: ring(12, 12, 9) + line("M12 11.5V17") + dot(12, 7.6, 1.4),
  question: ring(12, 12, 9) + line("M9.2 9.6a2.9 2.9 0 1 1 4.3 2.5q-1.5.900-1.5 2.1") + dot(12, 17.2, 1.3),
  plus: line("M12 4.5v15M4.5 12h15"),
  minus: line("M4.5 12h15"),
  lock:
    line("M7.5 10.5V7.5a4.5 4.5 0 0 1 9 0v3M5 10.5h14V20H5z") +
    solid("M12 13a1.6 1.6 0 0 1 .9 2.9v2.1h-1.8v-2.1A1.6 1.6 0 0 1 12 13z"),
  key: ring(7.5, 12, 4) + line("M11.5 12H21v4M17 12v3") + dot(7.5, 12, 1.2),
  eye: line("M2 12q4-6.5 10-6.5T22 12q-4 6.5-10 6.5T2 12z") + solid("M12 8.8a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4z"),

  // acts
  copy: line("M8.5 8.5H20V21H8.5zM15.5 8.5V4.5A1.5 1.5 0 0 0 14 3H4v12.5A1.5 1.5 0 0 0 5.5 17h3"),
  share: line("M6 12l12-6.5M6 12l12 6.5") + dot(6, 12, 3) + dot(18, 5.5, 3) + dot(18, 18.5, 3),
  whatsapp: line("M3 4h18v13H11.5L6.5 21v-4H3zM10 6.8h4v7.4h-4z") + dot(12, 12.4, 0.9),
  qr:
    line("M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4z") +
    solid("M6 6h2v2H6zM16 6h2v2h-2zM6 16h2v2H6zM13.5 13.5h3v3h-3zM18 13.5h3v3h-3zM13.5 18h3v3h-3zM18 18h3v3h-3z"),
  edit: line("M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5"),
  trash: line("M4 6.5h16M9 6.5V4h6v2.5M6 6.5L7 20h10l1-13.5M10 10.5v6M14 10.5v6"),
  undo: line("M8.5 4.5L4 9l4.5 4.5M4 9h10a5.5 5.5 0 0 1 0 11H8"),
  upload: line("M12 15.5V4.5M7 9l5-5 5 5M4 15v5h16v-5"),
  download: line("M12 4v11M7 10.5l5 5 5-5M4 15v5h16v-5"),
  mail: line("M3 5.5h18v13H3zM3.5 6.5L12 13l8.5-6.5"),
  play: solid("M7 3.8v16.4a.8.800 0 0 0 1.2.700l12.6-8.2a.8.800 0 0 0 0-1.4L8.2 3.1A.8.800 0 0 0 7 3.8z"),
  pause: solid("M6 4h4v16H6zM14 4h4v16h-4z"),
  theme: ring(12, 12, 8.5) + solid("M12 3.5a8.5 8.5 0 0 1 0 17z") + line("M12 3.5v17"),
  language: line("M3 4h18v12.5H12L7 21v-4.5H3zM8.5 13.5L12 6.5l3.5 7M9.7 11.2h4.6"),

  // things of a championship
  calendar: line("M4 5.5h16V20H4zM4 10h16M8 3v4M16 3v4") + solid("M7 12.5h3v2.5H7zM14 12.5h3v2.5h-3z"),
  clock: ring(12, 12, 9) + line("M12 6.5V12l3.5 2.5"),
  place: line("M12 21.5C7 16 5 13 5 9.5a7 7 0 0 1 14 0c0 3.5-2 6.5-7 12z") + dot(12, 9.5, 2.4),
  people: ring(8.5, 8, 3.5) + line("M2.5 20q0-6.5 6-6.5t6 6.5zM15 4.8a3.5 3.5 0 0 1 0 6.4M17 14q4.5.800 4.5 6H18"),
  user: ring(12, 7.5, 4) + line("M4.5 21q0-8 7.5-8t7.5 8z"),
  table: line("M7 7h10v10H7z") + line("M9 3.5h6M9 20.5h6M3.5 9v6M20.5 9v6"),
  cards: line("M3.5 7.5l7.5-2 3.2 12-7.5 2zM12.5 6.2l2-2.2 6 5.2-5.6 7") + solid("M8.3 9.6l2.1 2.3-1 2.9-2.1-2.3z"),
  trophy: line("M7 4h10v6a5 5 0 0 1-10 0zM7 5.5H3.5q0 5 4 5.5M17 5.5h3.5q0 5-4 5.5M12 15v5M7.5 20.5h9"),
  book: line("M12 6q-3-2-8.5-2v14q5.5 0 8.5 2 3-2 8.5-2V4Q15 4 12 6zM12 6v14M6.5 8.2l2.5.600M6.5 12l2.5.600"),
  flag: line("M5 21.5V3M5 4q4-2 7.5 0T20 4v9q-4 2-7.5 0T5 13"),
  whistle: line("M9 9.5h12.5v4H15A6 6 0 1 1 9 9.5zM15 9.5V6.5M11 5.5L10 3M6.5 6.5L4.5 4.5") + dot(9, 15.4, 1.8),
} as const satisfies Record<string, string>;
