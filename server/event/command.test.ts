import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { formatDay, formatTime } from "#server/command-line/text.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { readEvent } from "./choices.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const edition = editionAt(launch.event, Date.parse("2026-06-01T00:00:00Z"));
const { start } = edition;
const later = start + dayMs;

test("a late class waits by hand, and auto gives the page to the clock", async () => {
  const { run } = await operatorAt(edition.start + minuteMs);
  const { code, out } = await run("phase", "waiting");
  expect(code).toBe(0);
  expect(out.split("\n").slice(0, 4)).toEqual([
    "Feito. Vale em todos os servidores em até 2 segundos.",
    "Agora: a página diz que a aula começa em alguns minutos.",
    `Este momento foi escolhido à mão em ${formatTime(edition.start + minuteMs)}. Ele acaba sozinho em ${formatTime(edition.start + minuteMs + 12 * hourMs)}.`,
    "Para voltar ao relógio: npm run leads -- phase auto",
  ]);
  expect((await run("phase", "auto")).out).toMatch(
    /^Feito\. .*\nAgora: a página diz que a aula está ao vivo, .*\nEste momento vem do relógio\.\n/,
  );
});

test("phase alone changes nothing, and shows phase, start and changes", async () => {
  const { run, override } = await operatorAt(edition.start - hourMs);
  const before = await override();
  const { out } = await run("phase");
  expect(out).toContain("Agora: a página diz que a aula é hoje.");
  expect(out).toContain(`A aula: ${formatDay(edition.start)}\n`);
  expect(out).toContain(`  ${formatTime(edition.start)}  a página diz`);
  expect(out).toMatch(/ {2}a página diz que a aula terminou/);
  expect(await override()).toEqual(before);
});

test.each([
  ["live", edition.start - 14 * 24 * hourMs, "a aula está ao vivo"],
  ["over", edition.end + 13 * hourMs, "a aula terminou"],
  ["cancelled", edition.start - minuteMs, "a aula foi cancelada"],
])("%s asks first when it may be a slip, and a no changes nothing", async (name, now, says) => {
  const { run, override, answer } = await operatorAt(now);
  answer("não");
  const refused = await run("phase", name);
  expect(refused).toMatchObject({ code: 1, err: "Nada mudou.\n" });
  expect(refused.out).toMatch(/^A (aula é em outro dia|página dirá a todos) .*\n$/);
  expect(await override()).toBeUndefined();
  answer("sim");
  expect((await run("phase", name)).out).toContain(`Agora: a página diz que ${says}`);
  expect((await run("phase", name, "--yes")).code).toBe(0);
});

test("a new date is in force until moved back", async () => {
  const { run, override } = await operatorAt(start - hourMs);
  const { code, out } = await run("phase", "moved", written(later), "--yes");
  expect(code).toBe(0);
  expect(out).toMatch(
    new RegExp(
      `^De: {3}${escaped(formatDay(start))}\nPara: ${escaped(formatDay(later))}\nFeito\\.`,
    ),
  );
  expect(out).toContain(
    `A aula: ${formatDay(later)}\nA data foi mudada à mão. Em content/launch.ts: ${formatDay(start)}\n`,
  );
  expect(await override()).toMatchObject({ movedTo: later, sequence: 1 });
  expect((await run("phase", "moved", written(later))).out).toContain("Nada mudou.");
  expect((await run("phase", "moved", "back", "--yes")).out).not.toContain("mudada à mão");
  expect(await override()).toMatchObject({ movedTo: undefined, sequence: 2 });
  expect((await run("phase", "moved", "back")).out).toContain("A aula já está nesta data");
});

test("the operator is asked first, and a no changes nothing", async () => {
  const { run, override, answer } = await operatorAt(start - hourMs);
  answer("não");
  expect(await run("phase", "moved", written(later))).toMatchObject({
    code: 1,
    err: "Nada mudou.\n",
  });
  expect(await override()).toBeUndefined();
});

test.each([
  [
    "depois",
    "não foi entendido como data e hora. Escreva, por exemplo: phase moved 12/11/2026 20:00",
  ],
  [written(start - 2 * hourMs), "Esta data já passou: "],
  [written(start + 400 * dayMs), "Esta data está a mais de um ano: "],
])("%j is refused with one sentence", async (typed, sentence) => {
  const { run, override } = await operatorAt(start - hourMs);
  const { code, out, err } = await run("phase", "moved", typed, "--yes");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.split("\n")[0]).toContain(sentence);
  expect(await override()).toBeUndefined();
});

/** An operator at this time, who has no terminal until the test gives an answer. */
async function operatorAt(now: number) {
  const operator = await createOperator();
  let answer: string | undefined;
  const io = {
    clock: () => now,
    databaseClock: () => Promise.resolve(now),
    prompt: () => Promise.resolve(answer),
  };
  return {
    run: (...args: string[]) => operator.run(args, io),
    use: operator.use,
    override: () => operator.use(async (database) => (await readEvent(database)).override),
    answer(text: string) {
      answer = text;
    },
  };
}

/** A time as the operator types it: `12/11/2026 20:00`. */
function written(time: number): string {
  return formatTime(time).slice(0, "12/11/2026 20:00".length);
}

function escaped(text: string): string {
  return text.replace(/[()]/g, "\\$&");
}
