import { expect, test } from "vitest";
import { readPreview } from "#server/store/event/preview.ts";
import { readEvent } from "#server/store/event/read-event.ts";
import { createOperator, settingsOf } from "#tests/support/operator/operator.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const now = Date.parse("2026-11-01T12:00:00-03:00");
const dayMs = 24 * 60 * 60_000;

test.each(engines)(
  "on %s each link opens its phase on the public page for a day, with the key of the store",
  async (engine) => {
    const operator = await createOperator(engine);
    const readConfig = () => settingsOf(operator.store, { SITE_URL: "https://example.com" });
    const io = { readConfig, databaseClock: () => Promise.resolve(now) };
    const key = await operator.use(async (database) => (await readEvent(database)).linkKey ?? "");
    const { code, out } = await operator.run(["preview"], io);
    expect(code).toBe(0);
    const links = [
      ...out.matchAll(/^(\w+) – a página .+:\n {2}https:\/\/example\.com\/\?(\S+)$/gm),
    ];
    for (const [, phase, query] of links) {
      expect(readPreview(key, new URLSearchParams(query), now + dayMs - 1)).toBe(phase);
      expect(readPreview(key, new URLSearchParams(query), now + dayMs)).toBeUndefined();
    }
    expect(links.map(([, phase]) => phase)).toEqual(
      expect.arrayContaining(["before", "today", "doors", "live", "waiting", "over", "cancelled"]),
    );
    expect(out).toMatch(/^Estes links valem até 02\/11\/2026 .*\n$/m);
    expect((await operator.run(["preview", "live"], io)).out).toMatch(
      /^live – .+:\n {2}http.+\nEst.+\n$/,
    );
  },
);

test("a phase that does not exist is refused with those that do", async () => {
  const { run } = await createOperator();
  expect(await run(["preview", "lve"])).toMatchObject({
    code: 2,
    err: expect.stringContaining('"lve" não é um momento do evento. Escreva um destes: before,'),
  });
});

test("without the key, in an emptied table, the command says what mends it, and that mends it", async () => {
  const operator = await createOperator();
  const io = { databaseClock: () => Promise.resolve(now) };
  await operator.use((database) => database.deleteFrom("event").execute());
  expect((await operator.run(["phase"], io)).out).toContain("phase auto");
  const refused = await operator.run(["preview"], io);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("phase auto");
  expect((await operator.run(["phase", "auto"], io)).code).toBe(0);
  expect((await operator.run(["preview"], io)).code).toBe(0);
});
