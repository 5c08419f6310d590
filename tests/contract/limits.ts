import { expect } from "vitest";
import { accepted, type Contract } from "#tests/support/contract/runtime.ts";
import {
  contextOf,
  fromNewAddress,
  newPerson,
  sendJson,
  storedOf,
} from "#tests/support/contract/senders.ts";

/** How many sign-ups of one e-mail from one address are stored without being held back. */
const maxOfEmail = 10;

export const limits: Contract = {
  "too many sign-ups of one e-mail are answered like any other, and held": async (runtime) => {
    const person = newPerson();
    const address = fromNewAddress();
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
