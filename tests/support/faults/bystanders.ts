import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";

export type Bystanders = { visits: number; refused: number[]; p99Ms: number; slowestMs: number };

const pauseMs = 10;

/** People who read the page and sign up, one after the other, each on a new connection, until that is over. */
export async function watchBystanders(url: string, over: Promise<unknown>): Promise<Bystanders> {
  const times: number[] = [];
  const refused: number[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void over.then(end, end);
  for (let visitor = 0; !isOver; visitor += 1) {
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
  return { visits: times.length, refused, p99Ms, slowestMs: sorted.at(-1) ?? Number.NaN };
}

/** What the process holds in memory. */
export async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) / 1024;
}

export function described({ visits, p99Ms, slowestMs }: Bystanders): string {
  return `${visits} visits of others meanwhile, p99 ${p99Ms.toFixed(0)} ms, slowest ${slowestMs.toFixed(0)} ms`;
}

function readPage(url: string): Promise<number> {
  return ask(url, { headers: { connection: "close" } });
}

function signUp(url: string, visitor: number): Promise<number> {
  const email = `bystander-${visitor}@example.com`;
  return ask(`${url}${addContactPath}`, {
    method: "POST",
    headers: {
      apikey: links.publicKey,
      connection: "close",
      "content-type": "application/json",
      "x-forwarded-for": `192.0.${visitor % 256}.1`,
    },
    body: JSON.stringify({ name: "Bia Souza", email, whatsapp: "(11) 98765-4321" }),
  });
}

async function ask(address: string, init: RequestInit): Promise<number> {
  const answer = await fetch(address, init);
  await answer.arrayBuffer();
  return answer.status;
}
