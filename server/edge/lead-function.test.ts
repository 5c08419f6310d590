import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { refusals, retry } from "#content/refusals.ts";
import { addContactPath } from "#lead/contract.ts";
import {
  apikey,
  form,
  functionOver,
  json,
  openFunction,
  siteUrl,
  untilStored,
} from "#tests/support/edge/edge-function.ts";
import { startFaultPooler } from "#tests/support/faults/pooler.ts";
import { countInPostgres } from "#tests/support/faults/store.ts";
import { ana, people } from "#tests/support/people.ts";
import { createPostgresDatabase, tellPostgres } from "#tests/support/store/temporary-database.ts";

const platformPath = "/add-contact-active-campaign";

test.each([addContactPath, platformPath])(
  "on an empty database the first sign-up at %s makes the tables, and is stored",
  async (path) => {
    const { url, ask } = await openFunction();
    const answer = await untilStored(() => ask(path, json(ana)));
    expect(await answer.json()).toEqual({ ok: true });
    expect(answer.headers.get("access-control-allow-origin")).toBe(siteUrl);
    expect(await countInPostgres(url, "submissions")).toBe(1);
  },
);

test("without script a person whose form is refused reads in plain text what to correct, and no tables are made", async () => {
  const { url, ask } = await openFunction();
  const answer = await ask(platformPath, form({ ...ana, name: " ", apikey, surface: "page" }));
  const { form: fields, fieldProblems, toasts } = messages;
  const sentences = [
    `${retry.failedTitle}.`,
    `${fields.name.label}: ${fieldProblems.name.required}`,
    toasts.consentMissing.text,
    retry.goBack,
  ];
  expect(await answer.text()).toBe(`${sentences.join("\n\n")}\n`);
  expect(await countInPostgres(url, "pg_tables where tablename = 'submissions'")).toBe(0);
});

test("a form of another allowed origin leads back to that origin", async () => {
  const origin = "https://page.example";
  const { ask } = await openFunction((url) => ({ DATABASE_URL: url, ALLOWED_ORIGINS: origin }));
  await untilStored(() => ask(platformPath, json(ana)));
  const sent = form({ ...ana, apikey, surface: "popup" });
  const answer = await ask(platformPath, { ...sent, headers: { origin } });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`${origin}${paths.received}`);
});

test("a function that cannot reach the database of its platform asks to try again, and stores when it can", async () => {
  const role = `role_${randomUUID().replaceAll("-", "")}`;
  const { url, ask } = await openFunction((url) => ({
    // The address that the platform gives, without one of the operator's.
    SUPABASE_DB_URL: Object.assign(new URL(url), { username: role }).href,
    DATABASE_URL: "",
  }));
  expect((await ask("/another")).status).toBe(404);
  expect((await ask(platformPath, json(ana))).status).toBe(503);
  const { password } = new URL(url);
  await tellPostgres(url, `create role ${role} superuser login password '${password}'`);
  onTestFinished(() => tellPostgres(url, `drop owned by ${role}; drop role ${role}`));
  await untilStored(() => ask(platformPath, json(ana)));
});

test("four instances of the function share two connections of a pooler in transaction mode", async () => {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const pooler = await startFaultPooler(store.url, 2);
  const instances = Array.from({ length: 4 }, () => functionOver({ DATABASE_URL: pooler.url }));
  const direct = functionOver({ DATABASE_URL: store.url });
  await untilStored(() => direct.ask(platformPath, json(ana)));
  const sent = people(40, "pooled").map((lead, index) =>
    instances[index % instances.length]?.ask(platformPath, json(lead)),
  );
  const statuses = (await Promise.all(sent)).map((answer) => answer?.status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await countInPostgres(store.url, "submissions")).toBe(41);
});

test("with mistakes in the settings nothing is stored, and the log says what to correct, without a password", async () => {
  const { ask, lines } = functionOver({
    DATABASE_URL: "mysql://leads:hunter@db/leads",
    SITE_URL: "",
  });
  const answer = await ask(platformPath, json(ana));
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: "unavailable", message: refusals.unavailable });
  const log = JSON.stringify(lines);
  expect(log).toContain("SITE_URL");
  expect(log).toContain("DATABASE_URL");
  expect(log).not.toContain("hunter");
});
