import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { formatDay, formatTime } from "#server/commands/printing/text.ts";
import { readEvent } from "#server/store/event/read-event.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { type Engine, engines } from "#tests/support/store/temporary-database.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const { start } = editionAt(launch.event, Date.parse("2026-06-01T00:00:00Z"));
const later = start + dayMs;

test.each(engines)("on %s a new date is in force until moved back", async (engine) => {
  const { run, hand } = await operatorAt(start - hourMs, engine);
  const { code, out } = await run("moved", written(later), "--yes");
  expect(code).toBe(0);
  expect(out).toMatch(
    new RegExp(
      `^De: {3}${escaped(formatDay(start))}\nPara: ${escaped(formatDay(later))}\nFeito\\.`,
    ),
  );
  expect(out).toContain(
    `A aula: ${formatDay(later)}\nA data foi mudada à mão. Em content/launch.ts: ${formatDay(start)}\n`,
  );
  expect(await hand()).toMatchObject({ override: { movedTo: later, sequence: 1 } });
  expect((await run("moved", written(later))).out).toContain("Nada mudou.");
  expect((await run("moved", "back", "--yes")).out).not.toContain("mudada à mão");
  expect(await hand()).toMatchObject({ override: { movedTo: undefined, sequence: 2 } });
  expect((await run("moved", "back")).out).toContain("A aula já está nesta data");
});

test("a phase that was chosen by hand stays, which the operator reads before the question", async () => {
  const { run } = await operatorAt(start - hourMs);
  expect((await run("moved", written(later), "--yes")).out).not.toContain("Isto não muda");
  await run("phase", "waiting", "--yes");
  const { out } = await run("moved", "back", "--yes");
  expect(out).toMatch(/\nPara: .*\nIsto não muda com a data.*: waiting – .* phase auto\nFeito\./);
  await run("phase", "auto");
  expect((await run("moved", written(later), "--yes")).out).not.toContain("Isto não muda");
});

test("an hour alone is an hour of the day of the class, also weeks before", async () => {
  const { run } = await operatorAt(start - 20 * dayMs);
  const shown = formatDay(start).slice(0, -"20:00:00 (-03:00)".length);
  expect((await run("moved", "0:15", "--yes")).out).toContain(`Para: ${shown}00:15:00`);
});

test("a date in two words needs no quotes", async () => {
  const { run, hand } = await operatorAt(start - hourMs);
  const [day = "", hour = ""] = written(later).split(" ");
  await run("moved", day, hour, "--yes");
  expect(await hand()).toMatchObject({ override: { movedTo: later } });
});

test("moved alone changes nothing, and shows the date", async () => {
  const { run, hand } = await operatorAt(start - hourMs);
  expect((await run("moved")).out).toContain(`A aula: ${formatDay(start)}\n`);
  expect(await hand()).toEqual({ kind: "override", override: undefined });
});

test("the operator is asked first, and a no changes nothing", async () => {
  const { run, hand } = await operatorAt(start - hourMs, "sqlite", "não");
  expect(await run("moved", written(later))).toMatchObject({ code: 1, err: "Nada mudou.\n" });
  expect(await hand()).toEqual({ kind: "override", override: undefined });
});

test.each([
  ["depois", "não foi entendido como data e hora. Escreva, por exemplo: moved 12/11/2026 20:00"],
  ["31/11/2026 20:00", '"31/11/2026 20:00" não existe.'],
  ["12/11/2026 25:00", '"12/11/2026 25:00" não existe.'],
  ["11/11", "Falta a hora."],
  [written(start - 2 * hourMs), "Esta data já passou: "],
  [written(start + 400 * dayMs), "Esta data está a mais de um ano: "],
])("%j is refused with one sentence", async (typed, sentence) => {
  const { run, hand } = await operatorAt(start - hourMs);
  const { code, out, err } = await run("moved", typed, "--yes");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.split("\n")[0]).toContain(sentence);
  expect(await hand()).toEqual({ kind: "override", override: undefined });
});

async function operatorAt(now: number, engine: Engine = "sqlite", answer?: string) {
  const operator = await createOperator(engine);
  const io = {
    clock: () => now,
    databaseClock: () => Promise.resolve(now),
    prompt: () => Promise.resolve(answer),
  };
  return {
    run: (...args: string[]) => operator.run(args, io),
    hand: () => operator.use(async (database) => (await readEvent(database)).hand),
  };
}

/** A time as the operator types it: `12/11/2026 20:00`. */
function written(time: number): string {
  return formatTime(time).slice(0, "12/11/2026 20:00".length);
}

function escaped(text: string): string {
  return text.replace(/[()]/g, "\\$&");
}
