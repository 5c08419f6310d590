import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { formatDay, formatTime } from "#server/command-line/text.ts";
import { saveStart } from "#server/event/choices.ts";
import { names } from "#server/panel/format.ts";
import type { Database } from "#server/store/row-types.ts";
import { createOperator, type Operator } from "#tests/support/operator/operator.ts";
import { addDelivery } from "#tests/support/store/add-delivery.ts";
import { addToCounts } from "#tests/support/store/add-to-counts.ts";
import { engines, temporaryFolder } from "#tests/support/store/temporary-database.ts";

/** Half an hour after the class, whatever day and hour the owner writes into `content/launch.ts`. */
const { start, end } = editionAt(launch.event, Date.UTC(2026, 5, 1));
const now = end + 30 * minuteMs;
const hour = start - (start % hourMs);

test.each(engines)(
  "on %s the report of the night has the exact numbers, as a page and as a table",
  async (engine) => {
    const operator = await createOperator(engine);
    await operator.use(addNight);
    const { page, table } = await writeReport(operator);
    for (const line of [
      "No total;;Inscrições;5",
      "No total;;Pessoas novas;5",
      `Por minuto;${shown(hour)};Páginas vistas;40`,
      `Por minuto;${shown(hour)};Inscrições;0`,
      `Por minuto;${shown(hour + 2 * minuteMs)};Inscrições;5`,
      `Inscrições por origem;;"${names.sources.direct}";5`,
      `Passos;;${names.steps.view};40`,
      `Passos;;${names.steps.kept};5`,
      `Passos;;${names.steps["group-press"]};0`,
      `"Passos, em % das páginas vistas";;${names.steps.kept};"12,5"`,
      `Tempo de entrega em segundos;;${names.lag.median};3`,
      `Tempo de entrega em segundos;;${names.lag.p95};"90,5"`,
      "Entregas por tempo;;até 5 segundos;3",
      "Entregas por tempo;;até 60 segundos;0",
      "Entregas por tempo;;até 300 segundos;2",
      "Entregas por tempo;;mais de 1800 segundos;0",
    ])
      expect(table).toContain(`\r\n${line}\r\n`);
    expect(page).toContain("<!doctype html>");
    // The page needs no other file.
    expect(page).not.toMatch(/<script|<link|src=|url\((?!"data:)|@import/);
  },
);

test("the report holds nothing that a person typed", async () => {
  const operator = await createOperator();
  const canary = { name: "Canário Nome", email: "canario@example.com", whatsapp: "11912345678" };
  const source = JSON.stringify({
    last: { utm_source: "canario-origem", utm_campaign: "canario" },
  });
  await operator.signUp({ lead: canary, receivedAt: hour, source });
  const { page, table } = await writeReport(operator);
  expect(table).toContain("No total;;Inscrições;1\r\n");
  // No visitor opened the page in this test, so no step can have a percentage.
  expect(table).not.toContain("Passos, em %");
  for (const text of [page, table]) expect(text).not.toMatch(/can[áa]rio|91234/i);
});

test("only the owner can read the files, which replace no others", async () => {
  const operator = await createOperator();
  const folder = await temporaryFolder();
  const { files } = await writeReport(operator, folder);
  for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const [table = "", page = ""] = files.map((file) => join(folder, file));
  writeFileSync(table, "other");
  expect(await run(operator, folder)).toEqual({
    code: 1,
    out: "",
    err: `${page} já existe. Apague o relatório antigo, ou escolha outra pasta com --folder.\n`,
  });
  rmSync(page);
  expect((await run(operator, folder)).err).toContain(`${table} já existe.`);
  expect(readFileSync(table, "utf8")).toBe("other");
  expect(readdirSync(folder)).toHaveLength(1);
  expect((await run(operator, folder, "--replace")).code).toBe(2);
});

test("a report needs a folder that exists and is not published, and writes nothing else", async () => {
  const operator = await createOperator();
  const folder = await temporaryFolder();
  expect(await run(operator, join(folder, "none"))).toMatchObject({ code: 1 });
  expect(await run(operator, "public")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Um arquivo em public\/ pode ir para a internet, /),
  });
  expect(readdirSync(folder)).toEqual([]);
});

/** Times of the report in words that are always at the same distance from the class. */
const spans = [
  ["a part of an hour counts as a whole", [5, 10], [5, 20], hour + 5 * hourMs, 60],
  ["whole hours stay as they are", [5, 0], [7, 0], hour + 5 * hourMs, 120],
  ["a start now is the hour that begins", [25, 0], undefined, hour + 25 * hourMs, 1],
  ["a start alone goes on until now", [20, 30], undefined, hour + 20 * hourMs, 300],
  ["a start alone is a day at most", [-40, 0], undefined, hour - 40 * hourMs, 1_440],
  ["an end alone is the day before it", undefined, [-16, 0], hour - 40 * hourMs, 1_440],
  ["a time of 24 hours is reported", [-40, 0], [-16, 0], hour - 40 * hourMs, 1_440],
] as const;

test.each(spans)("%s", async (_, since, to, first, count) => {
  const operator = await createOperator();
  const at = { clock: () => hour + 25 * hourMs };
  const typed = ([hours, minutes]: readonly [number, number]) =>
    shown(hour + hours * hourMs + minutes * minuteMs);
  const options = [
    ...(since === undefined ? [] : ["--since", typed(since)]),
    ...(to === undefined ? [] : ["--to", typed(to)]),
  ];
  expect(await minutesOf(operator, options, at)).toEqual([shown(first), count]);
});

test("without a time the report is about the night of the class, also if moved", async () => {
  const operator = await createOperator();
  const night = [Math.floor((start - 2 * hourMs) / hourMs), Math.ceil((end + hourMs) / hourMs)];
  const minutes = (((night[1] ?? 0) - (night[0] ?? 0)) * hourMs) / minuteMs;
  const at = { clock: () => end + 2 * hourMs };
  expect(await minutesOf(operator, [], at)).toEqual([shown((night[0] ?? 0) * hourMs), minutes]);
  const edition = new Date(start).getUTCFullYear();
  await operator.use((database) =>
    saveStart(database, { edition, movedTo: start - 24 * hourMs, now: start - 48 * hourMs }),
  );
  expect(await minutesOf(operator, [], at)).toEqual([
    shown((night[0] ?? 0) * hourMs - 24 * hourMs),
    minutes,
  ]);
});

test("a night that has not begun, and a time to come or too long, have no report", async () => {
  const operator = await createOperator();
  const folder = await temporaryFolder();
  const begin = Math.floor((start - 2 * hourMs) / hourMs) * hourMs;
  const ask = async (options: readonly string[], now: number) =>
    (await operator.run(["report", "--folder", folder, ...options], { clock: () => now })).err;
  expect(await ask([], begin - 1)).toBe(
    `A noite da aula (${formatDay(start)}) ainda não chegou. Para o relatório de outro período, use --since e --to.\n`,
  );
  expect(await ask([], begin)).toBe("");
  expect(await ask(["--since", shown(now + 1_000)], now)).toMatch(/^Este período ainda não chegou/);
  const long = ["--since", shown(hour), "--to", shown(hour + 24 * hourMs + minuteMs)];
  expect(await ask(long, hour + 48 * hourMs)).toMatch(/^O relatório vai até 24 horas\. /);
});

/** The first minute of the report's table, and how many there are. */
async function minutesOf(operator: Operator, options: readonly string[], at: Clock) {
  const folder = await temporaryFolder();
  await operator.run(["report", "--folder", folder, ...options], at);
  const [table = ""] = readdirSync(folder).sort();
  const rows = readFileSync(join(folder, table), "utf8").matchAll(
    /^Por minuto;([^;]*);Inscrições;/gm,
  );
  const minutes = [...rows].map(([, minute]) => minute);
  return [minutes[0], minutes.length];
}

type Clock = { clock: () => number };

/** Views, five people who signed up in one minute, and how long their deliveries took. */
async function addNight(database: Database): Promise<void> {
  const views = { hour, step: "view", source: "direct", surface: "none", count: 40 } as const;
  const seen = { minute: hour, views: 40, sign_ups: 0, new_people: 0 };
  await addToCounts(database, { steps: [views], minutes: [seen] });
  const signedUpAt = hour + 2 * minuteMs;
  for (const [index, lagMs] of [1_000, 2_000, 3_000, 61_000, 90_500].entries())
    await addDelivery(database, {
      email: `pessoa-${index}@example.com`,
      signedUpAt,
      state: "delivered",
      at: signedUpAt + lagMs,
    });
}

async function writeReport(operator: Operator, given?: string) {
  const folder = given ?? (await temporaryFolder());
  expect(await run(operator, folder)).toMatchObject({ code: 0, err: "" });
  const files = readdirSync(folder).sort();
  expect(files).toHaveLength(2);
  const [table = "", page = ""] = files.map((file) => readFileSync(join(folder, file), "utf8"));
  return { files, table, page };
}

function run(operator: Operator, folder: string, ...options: string[]) {
  return operator.run(["report", "--folder", folder, ...options], { clock: () => now });
}

function shown(ms: number): string {
  return formatTime(ms).replace(/ \(.*/, "");
}
