import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { formatDay, formatTime } from "#server/format.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { readEvent } from "./choices.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const edition = editionAt(launch.event, Date.parse("2026-06-01T00:00:00Z"));
const { start } = edition;
const later = start + dayMs;

test("a late class waits by hand, and auto gives the page to the clock", async () => {
  const { run } = await operatorAt(start + minuteMs);
  const { code, out } = await run("phase", "waiting");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Feito: Momento da aula escolhido: começa em alguns minutos\.\nA página diz/,
  );
  expect(out).toMatch(/^Momento: começa em .* Acaba sozinho: .*\.$/m);
  expect(out).toMatch(/^ {2}npm run leads -- phase auto$/m);
  const back = (await run("phase", "auto")).out;
  expect(back).toMatch(/^Momento: ao vivo \(pelo relógio\)\.$/m);
});

test("phase alone changes nothing, and shows date, phase and the next change", async () => {
  const { run, override } = await operatorAt(start - hourMs);
  const before = await override();
  const { out } = await run("phase");
  expect(out).toContain("Momento: dia da aula (pelo relógio).");
  expect(out).toContain(formatDay(start));
  expect(out).toMatch(/^Depois: hoje .*: a sala abriu/m);
  expect(await override()).toEqual(before);
});

test.each([
  ["live", start - 14 * dayMs, true],
  ["live", start + minuteMs, false],
  ["over", edition.end + 13 * hourMs, true],
])("phase %s at %s says when it may be a slip: %s", async (name, now, isSaid) => {
  const { run } = await operatorAt(now);
  const { code, out } = await run("phase", name);
  expect([code, out.includes("A aula não é hoje")]).toEqual([0, isSaid]);
});

test("a new date is in force until moved back", async () => {
  const { run, override } = await operatorAt(start - hourMs);
  const { code, out } = await run("move", ...written(later).split(" "));
  expect(code).toBe(0);
  expect(out).toContain(`De ${formatDay(start)} para ${formatDay(later)}.\nFeito:`);
  expect(out).toContain(`Data mudada: A data foi mudada à mão para ${formatDay(later)}.`);
  expect(out).toContain("npm run leads -- move back\n");
  expect(await override()).toMatchObject({ movedTo: later, sequence: 1 });
  expect(await run("move", written(later))).toMatchObject({
    code: 1,
    err: expect.stringContaining("A aula já está nesta data"),
  });
  expect((await run("move", "back")).out).not.toContain("mudada à mão");
  expect(await override()).toMatchObject({ movedTo: undefined, sequence: 2 });
  expect((await run("move", "back")).err).toContain("A aula já está nesta data");
});

test.each([
  ["depois", "não foi entendido como data ou hora. E"],
  [written(start - 2 * hourMs), "Esta data já passou: "],
  [written(start + 400 * dayMs), "Esta data está a mais de um ano: "],
])("%j is refused with one sentence", async (typed, sentence) => {
  const { run, override } = await operatorAt(start - hourMs);
  const { code, out, err } = await run("move", typed);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(sentence);
  expect(await override()).toBeUndefined();
});

async function operatorAt(now: number) {
  const operator = await createOperator();
  const io = { clock: () => now };
  return {
    run: (...args: string[]) => operator.run(args, io),
    override: () => operator.use(async (database) => (await readEvent(database)).override),
  };
}

/** A time as the operator types it: `12/11/2026 20:00`. */
function written(time: number): string {
  return formatTime(time).slice(0, "12/11/2026 20:00".length);
}
