import { stat } from "node:fs/promises";
import { join } from "node:path";

type Budget = { limitBytes: number; why: string };
export type Weight = { name: string; bytes: number };

/** The largest allowed compressed sizes of the parts of the landing page; above these `npm test` fails. */
const budgets = {
  "document until the end of its first screen": {
    limitBytes: 9_700,
    why: "the first paint waits for all of it, and what a server may send at once on a new connection is 14.6 kB with all headers and the start of TLS",
  },
  "headers of the document": { limitBytes: 1_199, why: "they come in the same flight" },
  document: {
    limitBytes: 28_200,
    why: "what comes after the first screen shares the line with the script, which makes the page usable. The names of files, which change with each edit, move its size by 50 bytes",
  },
  "document with the owner's words": {
    limitBytes: 43_800,
    why: "the first 30 packets of a connection, which arrive in two round trips; more words need a third",
  },
  "styles beside the document": {
    limitBytes: 0,
    why: "a separate style sheet would delay the first paint",
  },
  "script of a reading visit": {
    limitBytes: 5_900,
    why: "a visitor who uses no form needs neither React nor the script of the forms: it is 5,869 bytes, and the names of files, which change with each edit, move it by some bytes",
  },
  "script of ours": {
    limitBytes: 16_900,
    why: "the limit for our own behaviour, besides React; 2 kB of it follow the event in open tabs, 0.4 kB let a sign-up wait for the network, and an owner's words may be longer",
  },
  "script of React": { limitBytes: 58_500, why: "the weight of React's start alone" },
  fonts: { limitBytes: 29_500, why: "two fonts, cut down to the letters in use" },
  "the whole page, scrolled to its end": {
    limitBytes: 400_000,
    why: "a visitor on mobile data pays for every picture",
  },
} as const satisfies Record<string, Budget>;

/** Only the request for the document may come before the largest paint. */
export const requestsBeforeLargestPaint = 1;

/** If the files exceed their budget, a message with all files, the heaviest first; otherwise undefined. */
export function overrun(kind: keyof typeof budgets, weights: Weight[]): string | undefined {
  const { limitBytes, why } = budgets[kind];
  const bytes = weights.reduce((sum, weight) => sum + weight.bytes, 0);
  if (bytes <= limitBytes) return undefined;
  const files = weights
    .toSorted((a, b) => b.bytes - a.bytes)
    .map((one) => `${one.bytes} ${one.name}`);
  return `${kind}: ${bytes} bytes, ${bytes - limitBytes} more than its budget of ${limitBytes} (${why}). Files: ${files.join(", ")}`;
}

/** The size of a file's brotli copy, which the server sends. If there is no such copy, the size of the file itself. */
export async function weigh(file: string): Promise<Weight> {
  const path = join("dist", file);
  const { size } = await stat(`${path}.br`).catch(() => stat(path));
  return { name: file.replace(/^assets./, ""), bytes: size };
}
