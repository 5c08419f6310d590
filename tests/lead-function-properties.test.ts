import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addContactPath, contextHeader, idempotencyHeader, leadFields } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { anyText } from "#tests/support/any-text.ts";
import { appOver } from "#tests/support/app/app.ts";
import { ana } from "#tests/support/people.ts";
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from "#tests/support/store/temporary-database.ts";

/** This command runs the long form of the tests: `LONG=1 npx vitest run tests/lead-function-properties`. */
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

const asForm = { "content-type": "application/x-www-form-urlencoded", apikey: "key" };
const asJson = { "content-type": "application/json", apikey: "key" };
const signUp = { ...ana, surface: "popup", apikey: "key" };

/** One request for each status, so that every kind of answer is checked, whatever the random requests are. */
const eachStatus: StrangeRequest[] = [
  { headers: asJson, body: JSON.stringify(ana) },
  { headers: asForm, body: new URLSearchParams(signUp).toString() },
  { headers: asJson, body: "{" },
  { headers: { "content-type": asJson["content-type"] }, body: "{}" },
  { headers: asJson, body: " ".repeat(100_000) },
  { headers: { ...asJson, "content-type": "text/plain" }, body: "{}" },
  { headers: asJson, body: JSON.stringify({ ...ana, email: "ana" }) },
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

type StrangeRequest = {
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
};

/** Most random requests are almost valid, so that they pass the first checks. */
const nasty = fc.constantFrom(
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\ufeff",
  "\u202e",
  "__proto__",
  "constructor",
  " ",
  "",
  "x".repeat(3_000),
  "😀".repeat(900),
  "1e999",
);
const text = fc.oneof(fc.constant("Ana"), nasty, anyText);
const email = fc.oneof(fc.constant("ana@example.com"), fc.emailAddress(), text);
const value = fc.oneof({ weight: 6, arbitrary: text }, fc.jsonValue(), fc.constant(deep(1_500)));

const lead = fc.record(eachField((field) => (field === "email" ? email : text)));
const almostLead = fc.record(eachField(() => value));
const fields = fc.oneof({ weight: 4, arbitrary: lead }, almostLead, fc.object(), fc.jsonValue());
const goodJson = fields.map((given) => JSON.stringify(given));
const twice = lead.map((given) =>
  JSON.stringify(given).replace("{", `{"__proto__":{"name":"x"},"name":1,`),
);
const cut = fc.tuple(goodJson, fc.nat(60)).map(([json, length]) => json.slice(0, length));
const flood = fc
  .tuple(fc.constantFrom("[", " ", "a=b&"), fc.constantFrom(4_096, 4_097, 100_000, 10_000_000))
  .map(([piece, size]) => piece.repeat(size / piece.length));
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Uint8Array.from(array));
const rubbish = fc.oneof(bytes, anyText, cut);
const json = fc.oneof(
  { weight: 12, arbitrary: goodJson },
  { weight: 3, arbitrary: twice },
  { weight: 3, arbitrary: rubbish },
  { weight: 1, arbitrary: flood },
);

const formLead = fc.record(
  {
    ...eachField((field) => (field === "email" ? email : text)),
    surface: fc.constantFrom("popup", "page", "\u0000"),
    apikey: fc.constantFrom("key", "other"),
    lgpd: text,
    wording: text,
    website: text,
  },
  { requiredKeys: [...leadFields] },
);
const goodForm = formLead.map((given) => new URLSearchParams(Object.entries(given)).toString());
const form = fc.oneof(
  { weight: 12, arbitrary: goodForm },
  { weight: 3, arbitrary: goodForm.map((text) => `name=1&__proto__=2&${text}&email=3&%zz=%ff`) },
  { weight: 3, arbitrary: rubbish },
  { weight: 1, arbitrary: flood },
);

/**
 * Texts of the characters that a header may contain. A request with other characters in a header never reaches the app.
 */
const headerText = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e\xa1-\xff]{0,60}$/),
  fc.jsonValue().map(percentEncoded),
  fc.constantFrom("%", "%ff", "%00", "null", "[]", "0".repeat(9_000), "NaN", "-1", "1e9"),
);
const context = fc.record({
  surface: value,
  cta: value,
  wording: value,
  honeypotFilled: value,
  elapsedMs: value,
  first: fc.oneof(value, fc.dictionary(fc.constant("utm_source"), value)),
  last: value,
});
const headers = fc.record(
  {
    apikey: fc.oneof({ weight: 9, arbitrary: fc.constant("key") }, headerText),
    authorization: fc.oneof(fc.constantFrom("Bearer key", "bearer", "Bearer "), headerText),
    "content-length": fc.oneof(fc.constantFrom("0", "1", "4096", "4097", "-1", "x"), headerText),
    [contextHeader]: fc.oneof(context.map(percentEncoded), headerText),
    [idempotencyHeader]: headerText,
    "x-forwarded-for": headerText,
    "x-request-id": headerText,
    "user-agent": headerText,
    origin: headerText,
    accept: fc.oneof(fc.constantFrom("*/*", "application/json"), headerText),
  },
  { requiredKeys: ["apikey"] },
);

const jsonType = fc.constantFrom("application/json", "Application/JSON ; charset=utf-8");
const formType = fc.constantFrom("application/x-www-form-urlencoded");

const strangeRequest: fc.Arbitrary<StrangeRequest> = fc
  .oneof(
    { weight: 6, arbitrary: fc.tuple(jsonType, json, headers) },
    { weight: 4, arbitrary: fc.tuple(formType, form, headers) },
    { weight: 1, arbitrary: fc.tuple(headerText, fc.oneof(json, form), headers) },
  )
  .map(([type, body, others]) => ({ headers: { ...others, "content-type": type }, body }));

function percentEncoded(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value).toWellFormed());
}

function deep(levels: number): unknown {
  let inner: unknown = "x";
  for (let level = 0; level < levels; level += 1) inner = [inner];
  return inner;
}
