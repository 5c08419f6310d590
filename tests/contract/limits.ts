import { expect } from "vitest";
import { maxBurst, spendBurst } from "#tests/support/contract/cause-refusals.ts";
import { accepted, type Contract } from "#tests/support/contract/runtime.ts";
import {
  contextOf,
  newAddress,
  newPerson,
  sendJson,
  storedOf,
} from "#tests/support/contract/senders.ts";

/** How many sign-ups of one e-mail from one address are stored without being held. */
const maxOfEmail = 10;

export const limits: Contract = {
  "an address gets 429 after its burst, whatever else it writes into X-Forwarded-For, and others are served":
    async (runtime) => {
      const statuses = await spendBurst(runtime);
      const burst = statuses.slice(0, maxBurst);
      expect(burst).not.toContain(429);
      // A machine that stops for seconds refuses those of that moment with 503, which count for the address as well.
      expect(burst.filter((status) => status === 200).length).toBeGreaterThan(maxBurst / 2);
      expect(statuses).toContain(429);
      expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
      expect((await sendJson(runtime, newPerson())).status).toBe(200);
    },

  "too many sign-ups of one e-mail are answered like any other, and held": async (runtime) => {
    const person = newPerson();
    const address = newAddress();
    for (let count = 0; count < maxOfEmail + 2; count += 1) {
      const answer = await sendJson(runtime, person, address);
      expect([answer.status, await answer.json()]).toEqual([200, accepted]);
    }
    const flags = (await storedOf(runtime, person)).map(({ flag }) => flag);
    expect(flags.slice(0, maxOfEmail)).toEqual(Array(maxOfEmail).fill(null));
    expect(flags).toContain("flood");
  },

  "a filled honeypot and a sign-up that is too fast are answered like any other, and flagged":
    async (runtime) => {
      const flagged = async (context: Record<string, unknown>) => {
        const person = newPerson();
        const answer = await sendJson(runtime, person, contextOf(context));
        expect([answer.status, await answer.json()]).toEqual([200, accepted]);
        return (await storedOf(runtime, person))[0]?.flag;
      };
      expect(await flagged({ honeypotFilled: true, elapsedMs: 1 })).toBe("honeypot");
      expect(await flagged({ elapsedMs: 1_499 })).toBe("too-fast");
      expect(await flagged({ elapsedMs: 1_500 })).toBeNull();
    },

  "the longest context that the page may send is stored": async (runtime) => {
    const person = newPerson();
    const source = {
      utm_source: "ã".repeat(120),
      utm_medium: "ã".repeat(120),
      fbclid: "ã".repeat(120),
    };
    await sendJson(runtime, person, contextOf({ surface: "popup", first: source, last: source }));
    expect(await storedOf(runtime, person)).toMatchObject([
      { surface: "popup", source: JSON.stringify({ first: source, last: source }) },
    ]);
  },
};
