import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)("on %s access prints everything stored about a person", async (engine) => {
  const { run, signUp, use } = await createOperator(engine);
  await signUp({
    surface: "page",
    wording: "autorizacao-1",
    cta: "hero",
    ip: "203.0.113.0",
    userAgent: "Browser\u001b",
    idempotencyKey: "key-12345",
    source: JSON.stringify({ last: { utm_source: "mail" } }),
  });
  await run(["list"]);
  await signUp({ flag: "honeypot", receivedAt: 200 });
  await use(async (database) => {
    const queued = { size: 1, sent_at: 300, checks: 0, batch: "batch-1" };
    const adding = database.insertInto("imports").values(queued).returning("id");
    const { id } = await adding.executeTakeFirstOrThrow();
    await database.updateTable("deliveries").set({ import_id: id, individually: 1 }).execute();
  });
  const { code, out } = await run(["access", "ana@example.com"]);
  expect(code).toBe(0);
  expect(out).not.toContain("\u001b");
  expect(JSON.parse(out)).toMatchObject({
    email: "ana@example.com",
    asOf: "1969-12-31T21:00:01.000-03:00",
    lead: {
      name: "Ana Lima",
      phone: "+5511987654321",
      created_at: "1969-12-31T21:00:00.100-03:00",
      consented_at: "1969-12-31T21:00:00.100-03:00",
    },
    activeCampaign: {
      state: "due",
      contact_id: null,
      individually: 1,
      import: { batch: "batch-1", sent_at: "1969-12-31T21:00:00.300-03:00" },
    },
    signUps: [
      {
        received_at: "1969-12-31T21:00:00.100-03:00",
        surface: "page",
        cta: "hero",
        ip: "203.0.113.0",
        user_agent: "Browser\u001b",
        idempotency_key: "key-12345",
        source: { last: { utm_source: "mail" } },
        wording: "autorizacao-1",
        sentence: messages.wordings.texts["autorizacao-1"],
      },
      { flag: "honeypot", wording: null, sentence: null },
    ],
  });
});

test("access prints only the erasure of an erased person", async () => {
  const { run, signUp } = await createOperator();
  expect(await run(["access", "ana@example.com"])).toMatchObject({ code: 1, out: "" });
  await signUp({});
  await run(["erase", "ana@example.com", "--yes"]);
  expect(JSON.parse((await run(["access", "ana@example.com"])).out)).toEqual({
    email: "ana@example.com",
    asOf: "1969-12-31T21:00:01.000-03:00",
    signUps: [],
    erasure: { erased_at: "1969-12-31T21:00:01.000-03:00" },
    removalAtActiveCampaign: {
      email: "ana@example.com",
      contact_id: null,
      queued_at: "1969-12-31T21:00:01.000-03:00",
      done_at: null,
    },
  });
});
