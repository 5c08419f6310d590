import { test as base } from "@playwright/test";
import { compareComplaints, type ExpectedComplaint, type Times } from "./complaints.ts";

type PageConsole = {
  /**
   * Tells the guard about complaints that this test causes, before or after they come: each pattern once, or the given
   * number of times. At the end each complaint must have been expected, and each expected one must have come.
   */
  expectComplaints: (patterns: RegExp | readonly RegExp[], times?: Times) => void;
  /** A copy of the complaints so far: a test can read them, but cannot take one away from the guard. */
  complaints: () => string[];
};

/** Chromium's words about a violation of one of our security headers, or about a header that it cannot read. */
const policyWords =
  /Content Security Policy|Permissions[- ]Policy|Cross-Origin-|Trusted(?:HTML|Script|Type)/i;

/** A test that fails on each error or warning in the console that it did not expect, in all of its tabs. */
export const test = base.extend<{ pageConsole: PageConsole }>({
  pageConsole: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      const violations: string[] = [];
      const expected: ExpectedComplaint[] = [];
      context.on("weberror", (event) => complaints.push(event.error().message));
      context.on("console", (entry) => {
        if (policyWords.test(entry.text())) violations.push(entry.text());
        else if (entry.type() === "error" || entry.type() === "warning")
          complaints.push(entry.text());
      });
      await use({
        expectComplaints(patterns, times = 1) {
          for (const pattern of [patterns].flat()) expected.push({ pattern, times });
        },
        complaints: () => [...complaints],
      });
      const missing = () => compareComplaints(complaints, expected).missing;
      await base.expect.poll(missing, "complaints that should have come").toEqual([]);
      const { unexpected } = compareComplaints(complaints, expected);
      base.expect(unexpected, "complaints that the test did not expect").toEqual([]);
      base.expect(violations, "violations of a policy, which no test may cause").toEqual([]);
    },
    { auto: true },
  ],
});
