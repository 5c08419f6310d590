import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { dayMs } from "#event/time-zone.ts";
import { readConfig as readSettings } from "#server/config.ts";
import { pauseDeliveries } from "#server/store/courier/circuit.ts";
import { saveTrouble } from "#server/watch/trouble.ts";
import { subjectsAt, withBuiltSite } from "#tests/support/operator/doctor-output.ts";
import { createOperator, settingsOf } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { settingsChecks } from "./doctor.ts";
import { runChecks, type TitledFinding } from "./site-checks.ts";

test.each(engines)("on %s nothing fails when the launch is ready", async (engine) => {
  const { run, startServer, fake, clock } = await createOperatorWithActiveCampaign(engine);
  // A week before the class, on whatever day the test runs: near its evening more must be true.
  clock.now = editionAt(launch.event, Date.parse("2026-11-01T12:00:00Z")).start - 7 * dayMs;
  const endServer = await startServer();
  const { code, out, err } = await run(["doctor", "--all"], await withBuiltSite());
  expect({ code, err, failing: subjectsAt("fail", out) }).toEqual({
    code: 0,
    err: "",
    failing: [],
  });
  const fine = [
    "configurações",
    "banco de dados",
    "gravação",
    "queda de energia",
    "servidor",
    "entregas",
    "página",
  ];
  expect(subjectsAt("ok", out)).toEqual(expect.arrayContaining(fine));
  expect(out).toContain('A tag "black" existe.');
  expect(out).toContain('A tag "next", de quem quer saber da próxima aula, existe.');
  expect(out).toContain('A lista 2 é "List 2".');
  expect(fake.requests.every(({ method }) => method === "GET")).toBe(true);
  await endServer();
  const afterwards = await run(["doctor", "--all"], await withBuiltSite());
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

test("doctor lists the alarms that last: since when, and the command", async () => {
  const { run, use } = await createOperator();
  expect((await run(["doctor"])).out).toContain("ok     alarmes: Nenhum alarme agora.\n");
  const began_at = Date.parse("2026-11-11T23:05:00Z");
  const row = { began_at, over_at: null, told: 1 };
  await use(async (database) => {
    await saveTrouble(database, { ...row, name: "sem-inscricoes", over_at: began_at + 1 });
    await saveTrouble(database, { ...row, name: "lead-recusado" });
    await saveTrouble(database, { ...row, name: "grupos-cheios" });
  });
  const { out } = await run(["doctor"]);
  const lines = out.match(/^\w+ +alarmes: .*\n.*$/gm);
  expect(lines).toEqual([
    expect.stringMatching(
      /^falha {2}alarmes: Desde 11\/11\/2026 20:05:00 \(-03:00\): Nenhum grupo/,
    ),
    expect.stringMatching(/^aviso {2}alarmes: Desde .*O ActiveCampaign recusou leads/),
  ]);
  expect(lines?.[0]).toMatch(/→ npm run leads -- groups add <link>$/);
});

test("while the class is on, only what must be done now is shown", async () => {
  const { run, use } = await createOperator();
  const { start } = editionAt(launch.event, Date.parse("2026-11-01T12:00:00Z"));
  const options = { clock: () => start, databaseClock: async () => start };
  const doctor = async (...words: string[]) =>
    (await run(["doctor", ...words], { ...options, ...(await withBuiltSite()) })).out;
  await use((database) => pauseDeliveries(database, start));
  const out = await doctor();
  const levels = [...out.matchAll(/^(ok|aviso|falha) /gm)].map(([, level]) => level);
  expect(levels).toEqual(levels.toSorted().toReversed());
  expect(levels).not.toContain("ok");
  expect(subjectsAt("warn", out)).toContain("entregas");
  for (const title of ["ano", "imagens", "formulário da página", "oferta"])
    expect(subjectsAt("warn", out)).not.toContain(title);
  expect(out).toMatch(/ --all\nok: \d+, aviso: \d+, falha: \d+\n$/);
  const all = await doctor("--all");
  expect(subjectsAt("ok", all)).toContain("banco de dados");
  expect(all.slice(all.lastIndexOf("ok:"))).toBe(out.slice(out.lastIndexOf("ok:")));
  // The day before, nothing is left out.
  const early = { clock: () => start - 24 * 3_600_000, ...(await withBuiltSite()) };
  expect(subjectsAt("ok", (await run(["doctor"], early)).out)).toContain("banco de dados");
});

test.each([
  ["SITE_URL", { SITE_URL: "" }, ["fail"]],
  ["SITE_URL", { SITE_URL: "http://127.0.0.1:80" }, ["fail"]],
  ["SITE_URL", { SITE_URL: "http://example.com" }, ["warn"]],
  ["SITE_URL", { SITE_URL: "https://example.com" }, ["ok"]],
  ["proxies", { SITE_URL: "https://example.com" }, ["fail"]],
  ["proxies", { SITE_URL: "https://example.com", TRUSTED_PROXIES: "1" }, []],
  ["proxies", { SITE_URL: "http://example.com" }, []],
])("doctor's level for %s with %o is %j", async (title, settings, levels) => {
  expect((await findingsOf(title, settings)).map(({ level }) => level)).toEqual(levels);
});

test("without TRUSTED_PROXIES doctor names what all visitors share, no number", async () => {
  const [finding] = await findingsOf("proxies", { SITE_URL: "https://example.com" });
  expect(finding?.text).toMatch(/ dividem os limites de inscrições de um endereço\.$/);
});

test.each([
  ["postgres://leads:secret@db.example.com/leads", "warn"],
  ["postgres://leads@localhost.example.com/leads", "warn"],
  ["postgres:///leads?host=db.example.com", "warn"],
  ["postgres://leads@db.example.com/leads?sslmode=disable", undefined],
  ["postgres://leads@127.0.0.1:5433/leads", undefined],
  ["postgres:///leads?host=/var/run/postgresql", undefined],
  ["", undefined],
])("for data that travels to %j unencrypted doctor says %s", async (DATABASE_URL, level) => {
  const [finding] = await findingsOf("DATABASE_URL", { DATABASE_URL });
  expect(finding?.level).toBe(level);
  expect(JSON.stringify(finding ?? "")).not.toContain("secret");
});

async function findingsOf(title: string, settings: Record<string, string>) {
  const read = readSettings(settings);
  if (read.kind !== "config") throw new Error(read.mistakes.join());
  const found: TitledFinding[] = [];
  for await (const finding of runChecks(settingsChecks, read.config))
    if (finding.title === title) found.push(finding);
  return found;
}
