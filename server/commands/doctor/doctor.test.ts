import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { editionAt } from "#event/edition.ts";
import { readConfig as readSettings } from "#server/config.ts";
import { savePhase } from "#server/event/choices.ts";
import { placeholders } from "#server/placeholders.ts";
import { subjectsAt, withBuiltSite } from "#tests/support/operator/doctor-output.ts";
import { createOperator, operatorOf, settingsOf } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)("on %s nothing fails when the launch is ready", async (engine) => {
  const { run, startServer, fake, clock } = await createOperatorWithActiveCampaign(engine);
  // The test's clock gets the real time, because the fake ActiveCampaign sends the real time in its Date header.
  clock.now = Date.now();
  const endServer = await startServer();
  const { code, out, err } = await run(["doctor"], await withBuiltSite());
  // This repository's own content/links.ts may still have samples, which the owner replaces.
  const hasSamples = placeholders(links).length > 0;
  expect(subjectsAt("fail", out)).toEqual(hasSamples ? ["exemplos"] : []);
  expect({ code, err: err !== "" }).toEqual({ code: hasSamples ? 1 : 0, err: hasSamples });
  const fine = [
    "configurações",
    "banco de dados",
    "gravação",
    "queda de energia",
    "relógio",
    "servidor",
    "entregas",
    "fontes",
  ];
  expect(subjectsAt("ok", out)).toEqual(expect.arrayContaining(fine));
  expect(out).toContain('A tag "black" existe.');
  expect(out).toContain('A tag "next", de quem quer saber da próxima aula, existe.');
  expect(out).toContain('A lista 2 é "List 2".');
  expect(fake.requests.every(({ method }) => method === "GET")).toBe(true);
  await endServer();
  const afterwards = await run(["doctor"], await withBuiltSite());
  expect(subjectsAt("warn", afterwards.out)).toContain("servidor");
});

test("doctor names mistakes in the settings, and still checks the site", async () => {
  const { run, store } = await createOperator();
  const readConfig = () => settingsOf(store, { PORT: "abc", ACTIVECAMPAIGN_LIST: "x" });
  const { code, out, err } = await run(["doctor"], { readConfig, ...(await withBuiltSite()) });
  expect({ code, err }).toEqual({
    code: 1,
    err: "Resolva cada linha que começa com falha e rode doctor de novo.\n",
  });
  expect(out).toMatch(/^falha {2}configurações: PORT é "abc"/m);
  expect(out).toMatch(/^falha {2}configurações: ACTIVECAMPAIGN_LIST é "x"/m);
  expect(out).toMatch(/\n\nok: \d+, aviso: \d+, falha: \d+\n$/);
  expect(subjectsAt("ok", out)).toContain("página");
});

test.each(engines)(
  "on %s doctor tells what was decided about the event by hand, and fails for what it cannot read",
  async (engine) => {
    const { run, use } = await createOperator(engine);
    const now = Date.now();
    const { year } = editionAt(launch.event, now);
    await use((database) => savePhase(database, { edition: year, phase: "cancelled", now }));
    const doctor = async () =>
      (await run(["doctor"], { clock: () => now, ...(await withBuiltSite()) })).out;
    expect(await doctor()).toMatch(
      /^aviso {2}momento: cancelled – a página diz que a aula foi cancelada\. Escolhido à mão em .*\n.*phase auto$/m,
    );
  },
);

test("doctor fails for a store that cannot be opened, and still checks the site", async () => {
  const nowhere = operatorOf({ kind: "sqlite", folder: "/dev/null/data" });
  const { code, out } = await nowhere.run(["doctor"], await withBuiltSite());
  expect(code).toBe(1);
  expect(out).toMatch(/^falha {2}banco de dados: .*\/dev\/null\/data/m);
  const afterStore = out.slice(out.indexOf("banco de dados:"));
  expect(subjectsAt("ok", afterStore).length).toBeGreaterThan(0);
});

test("doctor warns about an unencrypted connection to Postgres even when Postgres does not answer", async () => {
  const { run } = await createOperator();
  const DATABASE_URL = "postgres://leads:secret@db.invalid/leads";
  const readConfig = () => readSettings({ DATABASE_URL });
  const { out } = await run(["doctor"], { readConfig, ...(await withBuiltSite()) });
  expect(subjectsAt("warn", out)).toContain("DATABASE_URL");
  expect(out).not.toContain("secret");
});
