import { sql } from "kysely";
import type { Runtime } from "./runtime.ts";
import { newAddress, newPerson, sendJson } from "./senders.ts";

/** How many sign-ups one address may send at once (docs/lead-function.md). */
export const maxBurst = 400;
/** So few sign-ups at once that also a busy machine stores them all. */
const storedAtOnce = maxBurst / 10;
/** More sign-ups than an address may send in the time in which a busy machine reads them. */
const refusedAtOnce = 500;
/** A server that has refused none of so many times as many never will. */
const maxTries = 20;

/** Uses up the burst of one address, with other texts before the address that counts, and returns all statuses. */
export async function spendBurst(runtime: Runtime): Promise<number[]> {
  const address = newAddress();
  const statuses: number[] = [];
  const sendAtOnce = async (count: number) => {
    const some = Array.from({ length: count }, (_, index) =>
      sendJson(runtime, newPerson(), {
        "x-forwarded-for": `192.0.2.${index}, ${address["x-forwarded-for"]}`,
      }),
    );
    for (const answer of await Promise.all(some)) {
      statuses.push(answer.status);
      await answer.arrayBuffer();
    }
  };
  while (statuses.length < maxBurst) await sendAtOnce(storedAtOnce);
  for (let tries = 0; tries < maxTries && !statuses.includes(429); tries += 1)
    await sendAtOnce(refusedAtOnce);
  return statuses;
}

/** Does the work while the store has no table for sign-ups, so that every insert fails at once. */
export async function withoutStore<Result>(runtime: Runtime, work: () => Promise<Result>) {
  await sql`alter table submissions rename to elsewhere`.execute(runtime.database);
  try {
    return await work();
  } finally {
    await sql`alter table elsewhere rename to submissions`.execute(runtime.database);
  }
}
