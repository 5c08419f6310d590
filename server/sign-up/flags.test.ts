import { expect, test } from "vitest";
import { honeypotField } from "#lead/contract.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { openApp } from "#tests/support/app/app.ts";
import { contextHeaders, postForm, postJson } from "#tests/support/app/posting.ts";
import { ana } from "#tests/support/people.ts";

test("a sign-up with a filled honeypot is answered like any other, but stored with a flag and held", async () => {
  const { app, flags, leads } = await setUp();
  const honeypotFilled = [
    await postJson(
      app,
      ana,
      contextHeaders({ surface: "popup", honeypotFilled: true, elapsedMs: 9_000 }),
    ),
    await postForm(app, { ...ana, [honeypotField]: "https://spam.example" }),
  ];
  const honest = [
    await postJson(app, ana, contextHeaders({ surface: "popup" })),
    await postForm(app, ana),
  ];
  expect(await Promise.all(honeypotFilled.map(readAnswer))).toEqual(
    await Promise.all(honest.map(readAnswer)),
  );
  expect(await flags()).toEqual(["honeypot", "honeypot", null, null]);
  expect(await leads()).toBe(1);
});

test.each([
  [1_499, "too-fast"],
  [1_500, null],
  [0, "too-fast"],
  [600_000, null],
])("a sign-up after %i ms has the flag %s and becomes a lead", async (elapsedMs, flag) => {
  const { app, flags, leads } = await setUp();
  expect((await postJson(app, ana, contextHeaders({ elapsedMs }))).status).toBe(200);
  expect(await flags()).toEqual([flag]);
  expect(await leads()).toBe(1);
});

test("a sign-up that is too fast and fills the honeypot has the flag honeypot", async () => {
  const { app, flags, leads } = await setUp();
  await postJson(app, ana, contextHeaders({ elapsedMs: 10, honeypotFilled: true }));
  expect(await flags()).toEqual(["honeypot"]);
  expect(await leads()).toBe(0);
});

test.each([
  ["an empty honeypot", { honeypotFilled: false }],
  ["a honeypot value of another type", { honeypotFilled: "true" }],
  ["a time of another type", { elapsedMs: "10" }],
  ["no context", {}],
])("a sign-up with %s has no flag", async (_, context) => {
  const { app, flags } = await setUp();
  await postJson(app, ana, contextHeaders(context));
  await postForm(app, { ...ana, [honeypotField]: "" });
  expect(await flags()).toEqual([null, null]);
});

test("the longest context that the page may send is stored", async () => {
  const { app, database } = await setUp();
  const value = "ã".repeat(120);
  const source = Object.fromEntries(
    ["utm_source", "utm_medium", "fbclid"].map((name) => [name, value]),
  );
  const context = {
    surface: "popup",
    honeypotFilled: true,
    wording: "aviso-1",
    first: source,
    last: source,
  };
  const header = contextHeaders(context);
  expect(Object.values(header).join("").length).toBeGreaterThan(4_096);
  expect(Object.values(header).join("").length).toBeLessThanOrEqual(6_000);
  await postJson(app, ana, header);
  expect(await database.selectFrom("submissions").selectAll().execute()).toMatchObject([
    {
      surface: "popup",
      wording: "aviso-1",
      flag: "honeypot",
      source: JSON.stringify({ first: source, last: source }),
    },
  ]);
});

async function readAnswer(answer: Response) {
  return { status: answer.status, body: await answer.text() };
}

async function setUp() {
  const { app, database } = await openApp();
  const flags = async () => {
    const rows = await database.selectFrom("submissions").select("flag").orderBy("id").execute();
    return rows.map(({ flag }) => flag);
  };
  const leads = async () => {
    await deriveLeads(database, 2_000);
    return (await database.selectFrom("leads").select("id").execute()).length;
  };
  return { app, database, flags, leads };
}
