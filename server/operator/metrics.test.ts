import { expect, onTestFinished, test } from "vitest";
import { idempotencyHeader } from "#lead/contract.ts";
import { pauseDeliveries, tripCircuit } from "#server/store/courier/circuit.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { appOver } from "#tests/support/app/app.ts";
import { contextHeaders, postForm, postJson } from "#tests/support/app/posting.ts";
import { ana } from "#tests/support/people.ts";
import { patientAppender } from "#tests/support/store/append-submission.ts";
import { engines, openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { answerMetrics, createMetrics } from "./metrics.ts";

const keyed = { [idempotencyHeader]: "0123456789abcdef" };

test("each sign-up is counted once, by its outcome", async () => {
  const { app, lines } = await setUp();
  await Promise.all([1, 2, 3].map(() => postJson(app, ana, keyed)));
  await postJson(app, ana, contextHeaders({ honeypotFilled: true }));
  await postJson(app, ana, contextHeaders({ elapsedMs: 5 }));
  await postForm(app, ana);
  await postForm(app, {});
  await postJson(app, { ...ana, name: "Bia" }, keyed);
  await postJson(app, ana, { apikey: "other" });
  expect(await lines()).toMatchObject({
    sign_ups_accepted_total: 6,
    sign_ups_stored_total: 4,
    sign_ups_repeated_total: 2,
    'sign_ups_flagged_total{flag="honeypot"}': 1,
    'sign_ups_flagged_total{flag="too-fast"}': 1,
    'sign_ups_refused_total{reason="invalid-lead"}': 1,
    'sign_ups_refused_total{reason="key-reused"}': 1,
    'sign_ups_refused_total{reason="unauthorized"}': 1,
    'sign_ups_refused_total{reason="unavailable"}': 0,
  });
});

test("each commit is measured with its time and its number of sign-ups", async () => {
  const { app, lines } = await setUp();
  await Promise.all([1, 2, 3].map(() => postJson(app, ana)));
  await postJson(app, ana);
  expect(await lines()).toMatchObject({
    sign_up_commit_seconds_count: 2,
    sign_up_commit_seconds_sum: expect.any(Number),
    sign_up_commit_group_size_count: 2,
    sign_up_commit_group_size_sum: 4,
    'sign_up_commit_group_size_bucket{le="1"}': 1,
    'sign_up_commit_group_size_bucket{le="5"}': 2,
  });
});

test.each(engines)(
  "on %s a lead counts as undelivered from the sign-up to its delivery",
  async (engine) => {
    const { app, lines, pass, database } = await setUp(engine);
    expect(await lines()).toMatchObject({ undelivered_leads: 0, undelivered_oldest_seconds: 0 });
    await postJson(app, ana);
    await postJson(app, ana, contextHeaders({ honeypotFilled: true }));
    pass(60_000);
    expect(await lines()).toMatchObject({ undelivered_leads: 1, undelivered_oldest_seconds: 60 });
    await deriveLeads(database, 30_000);
    pass(60_000);
    expect(await lines()).toMatchObject({ undelivered_leads: 1, undelivered_oldest_seconds: 120 });
    await database.updateTable("deliveries").set({ state: "delivered", due_at: null }).execute();
    pass(60_000);
    expect(await lines()).toMatchObject({ undelivered_leads: 0, undelivered_oldest_seconds: 0 });
  },
);

test("the store is read at most once in five seconds", async () => {
  const { app, lines, pass } = await setUp();
  await lines();
  await postJson(app, ana);
  pass(4_999);
  expect(await lines()).toMatchObject({ undelivered_leads: 0 });
  pass(1);
  expect(await lines()).toMatchObject({ undelivered_leads: 1 });
});

test.each(engines)(
  "on %s the metrics show a tripped circuit, a pause and the parked leads",
  async (engine) => {
    const { app, lines, pass, database } = await setUp(engine);
    expect(await lines()).toMatchObject({
      delivery_circuit_tripped: 0,
      delivery_paused: 0,
      parked_leads: 0,
    });
    await postJson(app, ana);
    await deriveLeads(database, 0);
    await database.updateTable("deliveries").set({ state: "parked", due_at: null }).execute();
    await tripCircuit(database, { now: 0, reason: "status 403", probeAt: 0 });
    pass(5_000);
    expect(await lines()).toMatchObject({
      delivery_circuit_tripped: 1,
      delivery_paused: 0,
      parked_leads: 1,
    });
    await pauseDeliveries(database, 0);
    pass(5_000);
    expect(await lines()).toMatchObject({ delivery_paused: 1 });
  },
);

test("if the store fails, only its own lines are missing", async () => {
  const { lines, pass, database } = await setUp();
  expect(Object.keys(await lines())).toContain("undelivered_leads");
  await database.schema.alterTable("deliveries").renameTo("elsewhere").execute();
  pass(5_000);
  const names = Object.keys(await lines());
  expect(names).toContain("sign_ups_accepted_total");
  expect(names.filter((name) => /^(undelivered|delivery|parked)/.test(name))).toEqual([]);
});

const token = "0123456789abcdef";
const forwarded = { "x-forwarded-for": "9.9.9.9" };

test.each([
  ["a request from this machine", "127.0.0.1", {}, undefined],
  ["a request from this machine by IPv6", "::1", {}, undefined],
  ["a request from this machine by IPv4 within IPv6", "::ffff:127.0.0.1", {}, undefined],
  [
    "a request from another machine with the token",
    "9.9.9.9",
    { authorization: `Bearer ${token}` },
    token,
  ],
  [
    "a request through a proxy with the token",
    "127.0.0.1",
    { authorization: `bearer ${token}`, ...forwarded },
    token,
  ],
])("%s may read the metrics", async (_, peer, headers, known) => {
  const answer = await askAs(headers, { peer, token: known });
  expect(answer?.status).toBe(200);
  expect(answer?.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer?.headers.get("cache-control")).toBe("no-store");
  expect(await answer?.text()).toContain("# TYPE sign_ups_accepted_total counter");
});

test.each([
  ["a request from another machine", "9.9.9.9", {}, undefined],
  ["a request from another machine without the token", "9.9.9.9", {}, token],
  ["a request with a wrong token", "9.9.9.9", { authorization: `Bearer ${token}x` }, token],
  [
    "a request with a token if none is set",
    "9.9.9.9",
    { authorization: "Bearer undefined" },
    undefined,
  ],
  ["a request with an empty token", "9.9.9.9", { authorization: "Bearer " }, token],
  ["a request from an unknown address", undefined, {}, undefined],
  ["a request through a proxy on this machine", "127.0.0.1", forwarded, undefined],
  ["a request with a Forwarded header", "::1", { forwarded: "for=9.9.9.9" }, undefined],
  ["a request with a Via header", "127.0.0.1", { via: "1.1 proxy" }, undefined],
  ["a request from an address that only begins like this machine's", "127x.example", {}, undefined],
])("%s may not read the metrics", async (_, peer, headers, known) => {
  expect(await askAs(headers, { peer, token: known })).toBeUndefined();
});

async function askAs(
  headers: Record<string, string>,
  access: { peer: string | undefined; token: string | undefined },
) {
  const { database, close } = await openTemporaryDatabase();
  onTestFinished(close);
  const metrics = createMetrics(database, () => 0);
  return answerMetrics(metrics, new Request("http://localhost/metrics", { headers }), access);
}

async function setUp(engine: (typeof engines)[number] = "sqlite") {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  let now = 0;
  const clock = () => now;
  const metrics = createMetrics(database, clock);
  const append = patientAppender(database, metrics.measureCommit);
  const pass = (ms: number) => {
    now += ms;
  };
  const app = appOver(database, { metrics, append, clock });
  return {
    app,
    database,
    pass,
    lines: async () => read(await metrics.text()),
  };
}

function read(text: string): Record<string, number> {
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    samples.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}
