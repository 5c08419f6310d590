import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addContactPath } from "#lead/contract.ts";
import { appOver } from "./support/app/app.ts";
import { type StrangeRequest, strangeRequest } from "./support/app/strange-requests.ts";
import { ana } from "./support/people.ts";
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from "./support/store/temporary-database.ts";

/** The long form: `LONG=1 npx vitest run tests/lead-function-properties`. */
const runs = process.env["LONG"] ? 100_000 : 400;
const timeLimitMs = Math.max(120_000, runs * 10);

let store: TemporaryDatabase;

beforeAll(async () => {
  store = await openTemporaryDatabase();
});
afterAll(() => store.close());

test(
  `each of ${runs} strange requests gets a valid answer, and none causes an error`,
  async () => {
    const app = appOver(store.database, { trustedProxies: 1 });
    const seen = new Set<number>();
    const answersWell = async (strange: StrangeRequest) => {
      const answer = await app.request(addContactPath, { method: "POST", ...strange });
      seen.add(answer.status);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get("x-request-id")).toMatch(/^[\da-f-]{32,36}$/i);
      if (answer.headers.get("content-type") === "application/json")
        checkJson(answer.status, await answer.json());
      else expect(strange.headers["content-type"]).not.toMatch(/json/i);
    };
    const property = fc.asyncProperty(strangeRequest, answersWell);
    await fc.assert(property, { numRuns: runs, examples: eachStatus.map((request) => [request]) });
    expect([...seen].toSorted()).toEqual(
      expect.arrayContaining([200, 303, 400, 401, 413, 415, 422]),
    );
  },
  timeLimitMs,
);

const form = { "content-type": "application/x-www-form-urlencoded", apikey: "key" };
const json = { "content-type": "application/json", apikey: "key" };
const signUp = { ...ana, surface: "popup", apikey: "key" };

/** A request for each status, so that the kinds of answers are checked whatever the chance brings. */
const eachStatus: StrangeRequest[] = [
  { headers: json, body: JSON.stringify(ana) },
  { headers: form, body: new URLSearchParams(signUp).toString() },
  { headers: json, body: "{" },
  { headers: { "content-type": json["content-type"] }, body: "{}" },
  { headers: json, body: " ".repeat(100_000) },
  { headers: { ...json, "content-type": "text/plain" }, body: "{}" },
  { headers: json, body: JSON.stringify({ ...ana, email: "ana" }) },
];

const sentence = expect.stringMatching(/^[A-ZÉ].+[.!]$/);

function checkJson(status: number, answer: unknown): void {
  if (status === 200) expect(answer).toStrictEqual({ ok: true });
  else if (status === 422 && hasFields(answer))
    expect(answer).toStrictEqual({
      ...refusal("invalid-lead"),
      fields: [...answer.fields].map(field),
    });
  else expect(answer).toStrictEqual(refusal(expect.stringMatching(/^[a-z-]+$/)));
}

function refusal(code: unknown) {
  return { ok: false, code, message: sentence };
}

function field() {
  return {
    field: expect.stringMatching(/^(name|email|whatsapp)$/),
    code: expect.stringMatching(/^(required|invalid)$/),
    message: sentence,
  };
}

function hasFields(answer: unknown): answer is { fields: unknown[] } {
  return typeof answer === "object" && answer !== null && "fields" in answer;
}
