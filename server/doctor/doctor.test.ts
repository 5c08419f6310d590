import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { dayMs } from "#event/time-zone.ts";
import { saveTrouble } from "#server/operator/trouble.ts";
import { subjectsAt, withPictures } from "#tests/support/operator/doctor-output.ts";
import { createOperator, operatorOf, settingsOf } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { parkLead } from "#tests/support/watch/troubles.ts";

test.each(engines)("on %s nothing fails when the launch is ready", async (engine) => {
  const { run, startServer, fake, clock } = await createOperatorWithActiveCampaign(engine);
  // A week before the class, on whatever day the test runs: near its evening more must be true.
  clock.now = editionAt(launch.event, Date.parse("2026-11-01T12:00:00Z")).start - 7 * dayMs;
  const endServer = await startServer();
  const { code, out, err } = await run(["doctor"], withPictures);
  expect([code, err, subjectsAt("fail", out)]).toEqual([0, "", []]);
  const fine = [
    "Configurações",
    "Banco de dados",
    "Gravação",
    "Servidor",
    "ActiveCampaign",
    "Página publicada",
  ];
  expect(subjectsAt("ok", out)).toEqual(expect.arrayContaining(fine));
  expect(out).toContain('A tag "black" existe.');
  expect(out).toContain('A tag "next", de quem quer saber da próxima aula, existe.');
  expect(out).toContain('A lista 2 é "List 2".');
  expect(fake.requests.every(({ method }) => method === "GET")).toBe(true);
  await endServer();
  const afterwards = await run(["doctor"], withPictures);
  expect(subjectsAt("warn", afterwards.out)).toContain("Servidor");
});

test("each line is printed before the next question is asked", async () => {
  const { run } = await createOperatorWithActiveCampaign();
  let out = "";
  const newest: unknown[] = [];
  await run(["doctor"], {
    async write(text) {
      out += text;
    },
    fetch(to, request) {
      newest.push(subjectsAt("ok", out).at(-1));
      return fetch(to, request);
    },
  });
  expect(newest).toEqual(["Pessoas", "Chave", "Lista", "Tags", "Tags", "Tags", "Tags"]);
});

test("doctor names mistakes in the settings, and still checks the site", async () => {
  const { run, store } = await createOperator();
  const readConfig = () => settingsOf(store, { PORT: "abc", ACTIVECAMPAIGN_LIST: "x" });
  const { code, out, err } = await run(["doctor"], { readConfig, ...withPictures });
  expect({ code, err }).toEqual({
    code: 1,
    err: "Resolva cada linha que começa com falha e rode doctor de novo.\n",
  });
  expect(out).toMatch(/^falha {2}Configurações: PORT é "abc"/m);
  expect(out).toMatch(/^falha {2}Configurações: ACTIVECAMPAIGN_LIST é "x"/m);
  expect(out).toMatch(/\n\nok: \d+, aviso: \d+, falha: \d+\n$/);
  expect(subjectsAt("ok", out)).toContain("Página publicada");
});

test("a store that cannot be opened fails, and the site is still checked", async () => {
  const nowhere = operatorOf({ kind: "sqlite", folder: "/dev/null/data" });
  const { code, out } = await nowhere.run(["doctor"], withPictures);
  expect(code).toBe(1);
  expect(out).toMatch(/^falha {2}Banco de dados: .*\/dev\/null\/data/m);
  expect(out).toMatch(/^\w+ +Página publicada: /m);
});

test("an alarm that lasts is told with the time at which it began", async () => {
  const { run, use } = await createOperator();
  const began_at = Date.parse("2026-11-11T23:05:00Z");
  await use(async (database) => {
    await parkLead(database, began_at);
    await saveTrouble(database, { name: "lead-recusado", began_at, over_at: null, told: 1 });
  });
  expect((await run(["doctor"])).out).toMatch(
    /^falha {2}Leads recusados: Desde 11\/11\/2026 20:05:00 \(-03:00\): 1\./m,
  );
});

test("what cannot be read is told, and all else is told too", async () => {
  const { run, use } = await createOperator();
  await use((database) => database.schema.dropTable("copies").execute());
  const { code, out } = await run(["doctor"], withPictures);
  expect(code).toBe(1);
  expect(out).toMatch(/^falha {2}Cópias: Não foi possível ler \(um erro do programa\)\./m);
  expect(subjectsAt("ok", out)).toContain("Gravação");
});
