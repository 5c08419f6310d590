import { sql } from "kysely";
import { expect } from "vitest";
import { links } from "#content/links.ts";
import { alarms } from "#phrases/alarms.ts";
import {
  anyCanary,
  canaries,
  quotation,
  sendCanaries,
  signUpCanary,
} from "#tests/support/contract/canaries.ts";
import type { Contract, Runtime } from "#tests/support/contract/runtime.ts";
import { newPerson, sendJson } from "#tests/support/contract/senders.ts";

const writing = { timeout: 60_000, interval: 50 };
const preflight = 204;

export const log: Contract = {
  "no output contains anything of a request, for any outcome of a sign-up": async (runtime) => {
    const answers = await sendCanaries(runtime.url);
    answers.push(await whileStoreQuotes(runtime, () => signUpCanary(runtime.url)));
    for (const { status, id, expected } of answers) {
      expect(status).toBe(expected);
      if (status === preflight) continue;
      await expect
        .poll(runtime.output, writing)
        .toMatch(new RegExp(`"request":"${id}".*"outcome"`));
    }
    await expect.poll(runtime.output, writing).toContain('"code":"P0001"');
    const output = runtime.output();
    for (const canary of [...Object.values(canaries), links.publicKey])
      expect(output.includes(canary), canary).toBe(false);
    expect(anyCanary.exec(output)).toBeNull();
  },

  "no request of this contract is logged as a mistake of the function itself": async (runtime) => {
    const answer = await sendJson(runtime, newPerson());
    const id = answer.headers.get("x-request-id") ?? "none";
    await expect.poll(runtime.output, writing).toContain(id);
    for (const { message } of [alarms.signUpError, alarms.requestError, alarms.serverEnds])
      expect(runtime.output().includes(message), message).toBe(false);
  },
};

/** Does the work while the store fails with an error whose message contains the data of the lead. */
async function whileStoreQuotes<Result>({ database }: Runtime, work: () => Promise<Result>) {
  const message = quotation(" || ", (column) => `new.${column}`, "E'\\n    at '");
  await sql
    .raw(`create function quote_lead() returns trigger language plpgsql as $$
      begin raise exception '%', ${message}; end $$;
      create trigger quoting before insert on submissions for each row execute function quote_lead()`)
    .execute(database);
  try {
    return await work();
  } finally {
    await sql.raw("drop function quote_lead cascade").execute(database);
  }
}
