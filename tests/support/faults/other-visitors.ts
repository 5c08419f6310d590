import { setTimeout as sleep } from "node:timers/promises";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { bia } from "#tests/support/people.ts";

export type OtherVisits = {
  count: number;
  /** The HTTP statuses other than 200 that these visitors got as answers. */
  refused: number[];
  p99Ms: number;
  maxMs: number;
};

const pauseMs = 10;

/** Reads the page and signs up, in turns and each time on a new connection, until `ended` settles. */
export async function visitUntil(url: string, ended: Promise<unknown>): Promise<OtherVisits> {
  const times: number[] = [];
  const refused: number[] = [];
  let isEnded = false;
  const end = () => {
    isEnded = true;
  };
  void ended.then(end, end);
  for (let visitor = 0; !isEnded; visitor += 1) {
    for (const visit of [readPage, signUp]) {
      const startedAt = performance.now();
      const status = await visit(url, visitor);
      times.push(performance.now() - startedAt);
      if (status !== 200) refused.push(status);
    }
    await sleep(pauseMs);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const p99Ms = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
  return { count: times.length, refused, p99Ms, maxMs: sorted.at(-1) ?? Number.NaN };
}

function readPage(url: string): Promise<number> {
  return statusOf(url, { headers: { connection: "close" } });
}

function signUp(url: string, visitor: number): Promise<number> {
  return statusOf(`${url}${addContactPath}`, {
    method: "POST",
    headers: {
      apikey: links.publicKey,
      connection: "close",
      "content-type": "application/json",
      "x-forwarded-for": `192.0.${visitor % 256}.1`,
    },
    body: JSON.stringify({ ...bia, email: `other-visitor-${visitor}@example.com` }),
  });
}

async function statusOf(address: string, init: RequestInit): Promise<number> {
  const answer = await fetch(address, init);
  await answer.arrayBuffer();
  return answer.status;
}

/** Describes the visits of these visitors in words, for the line that a test prints. */
export function describeVisits({ count, p99Ms, maxMs }: OtherVisits): string {
  return `${count} visits of others at the same time, p99 ${p99Ms.toFixed(0)} ms, slowest ${maxMs.toFixed(0)} ms`;
}
