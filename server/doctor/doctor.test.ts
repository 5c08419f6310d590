import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { dayMs, hourMs } from "#event/time-zone.ts";
import { fields } from "#server/active-campaign/fields.ts";
import { saveTrouble } from "#server/operator/trouble.ts";
import { recordAction } from "#server/store/action-log.ts";
import { subjectsAt, withPictures } from "#tests/support/operator/doctor-output.ts";
import { createOperator, operatorOf, settingsOf } from "#tests/support/operator/operator.ts";
import {
  createOperatorWithActiveCampaign,
  settingsFor,
} from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { parkLead } from "#tests/support/watch/troubles.ts";

const { event } = launch;
const { start } = editionAt(event, Date.parse("2026-11-01T12:00:00Z"));

test.each(engines)("on %s nothing fails when the launch is ready", async (engine) => {
  const { run, startServer, fake, clock } = await createOperatorWithActiveCampaign(engine);
  // The clock shows a week before the class: near the evening of the class, doctor demands more.
  clock.now = start - 7 * dayMs;
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

/** What is still missing for the evening of the class. */
type Lack = {
  settings?: Record<string, string>;
  fields?: string[];
  /** The status with which the room answers. */
  room?: number;
  testedHoursAgo?: number;
};

const lacking: [what: string, title: string, lack: Lack][] = [
  ["a room that does not answer", "Sala", { room: 500 }],
  ["no place for messages", "Mensagens", { settings: { ALERT_URL: "" } }],
  ["no test for seven days", "Mensagens", { testedHoursAgo: 7 * 24 }],
  ["no account", "Envio", { settings: { ACTIVECAMPAIGN_URL: "", ACTIVECAMPAIGN_TOKEN: "" } }],
  ["no list", "Lista", { settings: { ACTIVECAMPAIGN_LIST: "" } }],
  ["no tags", "Tags", { settings: { ACTIVECAMPAIGN_TAGS: "" } }],
  ["no fields", "Campos", { fields: [] }],
];

test.each(lacking)("%s is a notice 49 hours before the class, and then fails", async (...row) => {
  const [, title, lack] = row;
  const early = await doctorAt(49, lack);
  expect(early).toMatchObject({ code: 0, failing: [] });
  expect(early.warned).toContain(title);
  expect(await doctorAt(47, lack)).toMatchObject({ failing: [title] });
});

test.each([
  ["fails until the class ends", -1, ["Sala"]],
  ["is a notice from its end on", -event.durationMinutes, []],
])("what the evening needs %s", async (_, minutesBefore, failing) => {
  expect(await doctorAt(minutesBefore / 60, { room: 500 })).toMatchObject({ failing });
});

test("a test of the messages counts for seven days", async () => {
  const within = await doctorAt(1, { testedHoursAgo: 7 * 24 - 1 });
  expect(within.failing).toEqual([]);
});

/** Runs doctor this many hours before the class, when only `lack` and the samples in content/ are missing. */
async function doctorAt(hoursBefore: number, lack: Lack) {
  const all = fields.map(({ perstag }) => perstag);
  const { run, use, store, fake, clock } = await createOperatorWithActiveCampaign("sqlite", {
    fields: lack.fields ?? all,
  });
  clock.now = start - hoursBefore * hourMs;
  const at = clock.now - (lack.testedHoursAgo ?? 1) * hourMs;
  await use(async (database) => {
    await recordAction(database, { at, action: "test-message" });
    const room = { room_link: "https://class.example.com" };
    await database.updateTable("event").set(room).execute();
  });
  const settings = { ...settingsFor(fake.url), ALERT_URL: "https://ntfy.sh/x", ...lack.settings };
  const { code, out } = await run(["doctor"], {
    ...withPictures,
    readConfig: () => settingsOf(store, settings),
    fetch: async (to, request) =>
      String(to).startsWith(fake.url)
        ? fetch(to, request)
        : new Response("", { status: lack.room ?? 200 }),
  });
  const ofContent = ["Exemplos", "Grupos"];
  const failing = subjectsAt("fail", out).filter((title) => !ofContent.includes(title));
  return { code, failing, warned: subjectsAt("warn", out) };
}
