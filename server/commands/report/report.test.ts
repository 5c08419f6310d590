import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { report as phrases, reportTable } from "#phrases/commands/report.ts";
import { formatTime } from "#server/commands/printing/text.ts";
import { names } from "#server/panel/names.ts";
import { addCounts } from "#server/store/counts/add-counts.ts";
import type { Database } from "#server/store/tables.ts";
import { createOperator, type Operator } from "#tests/support/operator/operator.ts";
import { addDelivery } from "#tests/support/store/add-delivery.ts";
import { engines, temporaryFolder } from "#tests/support/store/temporary-database.ts";

/** Half an hour after the class, whatever day and hour the owner writes into `content/launch.ts`. */
const { start, end } = editionAt(launch.event, Date.UTC(2026, 5, 1));
const now = end + 30 * minuteMs;
const hour = start - (start % hourMs);

const { parts } = reportTable;

test.each(engines)(
  "on %s the report of the night has the exact numbers, as a page and as a table",
  async (engine) => {
    const operator = await createOperator(engine);
    await operator.use(addNight);
    const { page, table } = await writeReport(operator);
    for (const line of [
      `${parts.all};;${reportTable.signUps};;5`,
      `${parts.all};;${reportTable.people};;5`,
      `${parts.minute};${shown(hour)};${reportTable.views};;40`,
      `${parts.minute};${shown(hour)};${reportTable.signUps};;0`,
      `${parts.minute};${shown(hour + 2 * minuteMs)};${reportTable.signUps};;5`,
      `${parts.source};;"${names.sources.direct}";;5`,
      `${parts.step};;${names.steps.view};;40`,
      `${parts.step};;${names.steps.kept};;5`,
      `${parts.step};;${names.steps["group-press"]};;0`,
      `"${parts.stepShare}";;${names.steps.kept};;"12,5"`,
      `${parts.lagSeconds};;${names.lag.median};;3`,
      `${parts.lagSeconds};;${names.lag.p95};;"90,5"`,
      `${parts.lag};;${reportTable.upTo(5)};;3`,
      `${parts.lag};;${reportTable.upTo(60)};;0`,
      `${parts.lag};;${reportTable.upTo(300)};;2`,
      `${parts.lag};;${reportTable.longer(1_800)};;0`,
      `${parts.vital};;LCP: ${names.ratings.good};${names.devices.phone};7`,
      `${parts.error};;TypeError page.js 1;;2`,
    ])
      expect(table).toContain(`\r\n${line}\r\n`);
    expect(page).toContain("<!doctype html>");
    expect(page).toContain("page.js");
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
  expect(table).toContain(`${parts.all};;${reportTable.signUps};;1\r\n`);
  // Without a view no step has a share.
  expect(table).not.toContain(parts.stepShare);
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
    err: `${phrases.exists(page)}\n`,
  });
  rmSync(page);
  expect(await run(operator, folder)).toMatchObject({ code: 1, err: `${phrases.exists(table)}\n` });
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
    err: `${phrases.published("public")}\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});

/** Views, five people who signed up in one minute, and how long their deliveries took. */
async function addNight(database: Database): Promise<void> {
  const views = { hour, step: "view", source: "direct", surface: "none", count: 40 } as const;
  const seen = { minute: hour, views: 40, sign_ups: 0, new_people: 0 };
  const told = { hour, measure: "lcp", value: "good", file: "", build: "", device: "phone" };
  const error = { ...told, measure: "error", value: "TypeError", file: "page.js", build: "1" };
  await addCounts(database, {
    steps: [views],
    minutes: [seen],
    health: [
      { ...told, count: 7 },
      { ...error, count: 2 },
    ],
  });
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
