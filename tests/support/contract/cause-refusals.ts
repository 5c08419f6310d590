import { sql } from "kysely";
import type { Runtime } from "./runtime.ts";
import { type HeaderValues, newAddress, newPerson, sendJson } from "./senders.ts";

/** How many sign-ups one address may send at once (docs/lead-function.md). */
export const maxBurst = 400;
/** More sign-ups than an address may send in a second. */
const atOnce = 20;

/** One address of each runtime whose burst is used up. */
const usedUp = new WeakMap<Runtime, HeaderValues>();

/**
 * Sends several times at once from an address whose burst is used up, and returns the first refusal. Some may be stored,
 * because the limit allows more sign-ups as time passes.
 */
export async function sendOverLimit(
  runtime: Runtime,
  sendFrom: (address: HeaderValues) => Promise<Response>,
): Promise<Response> {
  const address = usedUp.get(runtime) ?? (await spendBurst(runtime));
  for (;;) {
    const all = Array.from({ length: atOnce }, () => sendFrom(address));
    const refused = (await Promise.all(all)).find(({ status }) => status === 429);
    if (refused !== undefined) return refused;
  }
}

async function spendBurst(runtime: Runtime): Promise<HeaderValues> {
  const address = newAddress();
  await sendBurst(runtime, () => address, maxBurst);
  usedUp.set(runtime, address);
  return address;
}

/** Sends many sign-ups of different people, a few at a time. Returns the statuses of the answers. */
export async function sendBurst(
  runtime: Runtime,
  headersOf: (index: number) => HeaderValues,
  count: number,
): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const some = Array.from({ length: atOnce }, (_, index) =>
      sendJson(runtime, newPerson(), headersOf(statuses.length + index)),
    );
    for (const answer of await Promise.all(some)) {
      statuses.push(answer.status);
      await answer.arrayBuffer();
    }
  }
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
