import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { idempotencyHeader, leadFields } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { accepted, type Contract, type Runtime } from "#tests/support/contract/runtime.ts";
import {
  fromNewAddress,
  newKey,
  newPerson,
  sendForm,
  sendJson,
  storedOf,
} from "#tests/support/contract/senders.ts";
import { signUpUntilStored } from "#tests/support/faults/sign-up.ts";

const times = 50;
const deriving = { timeout: 60_000, interval: 50 };

export const repetitions: Contract = {
  "the same sign-up sent three times with one key is accepted each time and stored once": async (
    runtime,
  ) => {
    const [person, key] = [newPerson(), newKey()];
    for (const _ of [1, 2, 3]) {
      const answer = await sendJson(runtime, person, key);
      expect([answer.status, await answer.json()]).toEqual([200, accepted]);
    }
    expect(await storedOf(runtime, person)).toHaveLength(1);
  },

  "fifty equal sign-ups at once with one key are all accepted and stored once": async (
    ...runtimes
  ) => {
    const person = newPerson();
    await expectAccepted(runtimes, person.email, times, randomUUID());
    expect(await storedOf(runtimes[0], person)).toHaveLength(1);
  },

  "two servers on one Postgres derive one lead from fifty sign-ups of a person": async (
    ...runtimes
  ) => {
    const [person, { database }] = [newPerson(), runtimes[0]];
    for (const count of [times / 2, times]) {
      await expectAccepted(runtimes, person.email, times / 2);
      const stored = async () =>
        (await storedOf(runtimes[0], person)).filter((one) => one.derived_at !== null).length;
      await expect.poll(stored, deriving).toBe(count);
    }
    const leads = database.selectFrom("leads").innerJoin("deliveries", "lead_id", "leads.id");
    const derived = leads.where("email", "=", person.email).select("leads.id");
    expect(await derived.execute()).toHaveLength(1);
  },

  "of two different sign-ups at once with one key, one is refused": async (runtime) => {
    const [one, other, key] = [newPerson(), newPerson(), newKey()];
    const answers = await Promise.all([one, other].map((lead) => sendJson(runtime, lead, key)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const stored = [...(await storedOf(runtime, one)), ...(await storedOf(runtime, other))];
    expect(stored).toHaveLength(1);
  },

  "a sign-up sent again under its key with another value in any field is refused and not stored":
    async (runtime) => {
      const { email } = newPerson();
      // Every field accepts an e-mail, whatever its rule.
      const person = eachField(() => email);
      const key = newKey();
      expect((await sendJson(runtime, person, key)).status).toBe(200);
      for (const field of leadFields) {
        const other = { ...person, [field]: `x${email}` };
        const answer = await sendJson(runtime, other, key);
        expect(await answer.json()).toMatchObject({ ok: false, code: "key-reused" });
      }
      expect(await storedOf(runtime, { email })).toHaveLength(1);
      expect(await storedOf(runtime, { email: `x${email}` })).toEqual([]);
    },

  "without a valid key each sign-up is stored": async (runtime) => {
    const person = newPerson();
    const keys = [undefined, "short", "a b c d e f", "x".repeat(129)];
    for (const key of keys)
      for (const _ of [1, 2]) {
        const headers = key === undefined ? {} : { [idempotencyHeader]: key };
        expect((await sendJson(runtime, person, headers)).status).toBe(200);
      }
    expect(await storedOf(runtime, person)).toHaveLength(2 * keys.length);
  },

  "the answer is the same for a known and for an unknown e-mail": async (runtime) => {
    const known = newPerson();
    await sendJson(runtime, known);
    for (const sendOne of [sendJson, sendForm]) {
      const answers = [known, newPerson()].map((lead) => sendOne(runtime, lead, fromNewAddress()));
      const [first, second] = await Promise.all(answers.map(async (one) => read(await one)));
      expect(first).toEqual(second);
    }
  },
};

/** Sends `count` sign-ups of one person at once, to each server in turn: with this key, or each with a new key. */
async function expectAccepted(runtimes: Runtime[], email: string, count: number, key?: string) {
  const all = Array.from({ length: count }, (_, index) => {
    const { url = "" } = runtimes[index % runtimes.length] ?? {};
    return signUpUntilStored({ url, email, key: key ?? randomUUID() });
  });
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
}

/** The answer without its id, its time, the person's pass and the headers about the connection. */
async function read(answer: Response) {
  const headers = [...answer.headers].filter(
    ([name]) => !/^(x-request-id|date|connection|keep-alive)$/.test(name),
  );
  const text = `${answer.status} ${JSON.stringify(headers)} ${await answer.text()}`;
  return text.replace(/inscricao=[\w-]+/g, "inscricao=");
}
