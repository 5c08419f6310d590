import { expect, test } from "vitest";
import { pauseDeliveries } from "#server/storage/courier/circuit.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { ana, bia, caio } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const now = Date.UTC(2026, 10, 11, 23, 30);
const hour = 60 * 60_000;

test.each(engines)("on %s stats counts sign-ups by hour, source and surface", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  for (const receivedAt of [now, now - 1, now - 2 * hour])
    await signUp({ receivedAt, source: JSON.stringify({ last: { utm_source: "mail" } }) });
  await signUp({ receivedAt: now - 50 * hour, surface: "page" });
  await signUp({ receivedAt: now, flag: "honeypot" });
  expect((await run(["stats"], { clock: () => now })).out.split("\n")).toEqual([
    "Sign-ups: 4",
    "",
    "By hour (America/Sao_Paulo)",
    `  2026-11-11 18:00  1  ${"█".repeat(20)}`,
    "  2026-11-11 19:00  0",
    `  2026-11-11 20:00  2  ${"█".repeat(40)}`,
    "",
    "By source",
    `  mail      3  ${"█".repeat(40)}`,
    `  (direct)  1  ${"█".repeat(13)}`,
    "",
    "By surface",
    `  popup  3  ${"█".repeat(40)}`,
    `  page   1  ${"█".repeat(13)}`,
    "",
    "Deliveries",
    `  due  1  ${"█".repeat(40)}`,
    "",
    "Held back: 1 (to list them: npm run leads -- release)",
    "",
  ]);
});

test("--since leaves out earlier sign-ups", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ receivedAt: now });
  await signUp({ receivedAt: now - 48 * hour });
  const { out } = await run(["stats", "--since", "2026-11-11"], { clock: () => now });
  expect(out).toContain("Sign-ups: 1\n");
});

test("a source from a link is shown with visible escapes, and the linking site is a source", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ source: JSON.stringify({ last: { utm_source: "\u001b[2Jx" } }) });
  await signUp({ source: JSON.stringify({ first: { referrer: "https://blog.example/a" } }) });
  const { out } = await run(["stats"]);
  expect(out).toMatch(/^ {2}\\u001b\[2Jx +1 /m);
  expect(out).toMatch(/^ {2}blog\.example +1 /m);
});

test("with many sources the rarest share one line", async () => {
  const { run, signUp } = await createOperator();
  for (let index = 0; index < 22; index += 1)
    await signUp({ source: JSON.stringify({ last: { utm_source: `source-${index}` } }) });
  expect((await run(["stats"])).out).toMatch(/^ {2}\(others\) +2 /m);
});

test("stats lists deliveries in the order of their states, and says what stops them", async () => {
  const { run, signUp, use } = await createOperator();
  for (const lead of [ana, bia, caio]) await signUp({ lead });
  expect((await run(["stats"])).out).toMatch(/Held back: 0\n$/);
  const states = ["parked", "importing", "delivered"] as const;
  await use(async (database) => {
    for (const [index, state] of states.entries())
      await database
        .updateTable("deliveries")
        .set({ state })
        .where("lead_id", "=", index + 1)
        .execute();
    await pauseDeliveries(database, 1_000);
  });
  const { out } = await run(["stats"]);
  expect(out).toMatch(
    / {2}importing +1 .*\n {2}delivered +1 .*\n {2}parked \(npm run leads -- retry\) +1 /,
  );
  expect(out).toMatch(
    /Paused since 1970-01-01T00:00:01.000Z. To go on: npm run leads -- resume\n$/,
  );
});
