export type Budget = { limitBytes: number; why: string };
export type Weight = { name: string; bytes: number };

/** What the landing page may weigh on the wire, compressed; `npm test` fails above it. */
export const budgets = {
  document: {
    limitBytes: 26_000,
    why: "the first paint waits for all of it; 13 kB are the first screen's faces, which no later file could move",
  },
  "styles beside the document": {
    limitBytes: 0,
    why: "a sheet of its own would hold up the paint",
  },
  "script of ours": { limitBytes: 12_000, why: "the most that behaviour may cost above React" },
  "script of React": { limitBytes: 58_500, why: "what React's start alone weighs" },
  fonts: { limitBytes: 29_500, why: "two faces, cut down to the letters in use" },
  "the whole page, scrolled to its end": {
    limitBytes: 400_000,
    why: "a visitor on mobile data pays for every picture",
  },
} as const satisfies Record<string, Budget>;

/** One request: the document. */
export const requestsBeforeLargestPaint = 1;

/** What stands above its budget, file by file, the heaviest first; nothing when it is kept. */
export function overrun(kind: keyof typeof budgets, weights: Weight[]): string | undefined {
  const { limitBytes, why } = budgets[kind];
  const bytes = weights.reduce((sum, weight) => sum + weight.bytes, 0);
  if (bytes <= limitBytes) return undefined;
  const files = weights
    .toSorted((a, b) => b.bytes - a.bytes)
    .map((one) => `${one.bytes} ${one.name}`);
  return `${kind}: ${bytes} bytes, ${bytes - limitBytes} more than its budget of ${limitBytes} (${why}). It is made of ${files.join(", ")}`;
}
