import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { formatDay, formatTime } from "#server/commands/printing/text.ts";
import { readEvent } from "#server/store/event/read-event.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { type Engine, engines } from "#tests/support/store/temporary-database.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const edition = editionAt(launch.event, Date.parse("2026-06-01T00:00:00Z"));

test.each(engines)(
  "on %s a class that is late waits by hand, and auto gives the page back to the clock",
  async (engine) => {
    const { run } = await operatorAt(edition.start + minuteMs, engine);
    const { code, out } = await run("phase", "waiting");
    expect(code).toBe(0);
    expect(out.split("\n").slice(0, 4)).toEqual([
      "Feito. Vale em todos os servidores em até 2 segundos.",
      "Agora: waiting – a página diz que a aula começa em alguns minutos.",
      `Este momento foi escolhido à mão em ${formatTime(edition.start + minuteMs)}. Ele acaba sozinho em ${formatTime(edition.start + minuteMs + 12 * hourMs)}.`,
      "Para voltar ao relógio: npm run leads -- phase auto",
    ]);
    expect((await run("phase", "auto")).out).toMatch(
      /^Feito\. .*\nAgora: live – .*\nEste momento vem do relógio\.\n/,
    );
  },
);

test("a choice that the clock does not end names the choice that must follow it", async () => {
  const { run } = await operatorAt(edition.start);
  expect((await run("phase", "waiting")).out).toMatch(/começar: npm run leads -- phase live\n$/);
  expect((await run("phase", "live")).out).toMatch(/terminar: npm run leads -- phase over\n$/);
  expect((await run("phase", "over")).out).not.toContain("Quando a aula");
});

test("the last change is no invitation to the class that has passed", async () => {
  const { run } = await operatorAt(edition.start);
  const { out } = await run("phase");
  if (launch.event.year === "next")
    expect(out).toMatch(/ {2}before – a página convida para a próxima aula\n$/);
  else expect(out).not.toContain("before –");
});

test("phase alone changes nothing, and shows the phase, the start and all changes with their hours", async () => {
  const { run, hand } = await operatorAt(edition.start - hourMs);
  const before = await hand();
  const { out } = await run("phase");
  expect(out).toContain("Agora: today – a página diz que a aula é hoje.");
  expect(out).toContain(`A aula: ${formatDay(edition.start)}\n`);
  expect(out).toContain(`  ${formatTime(edition.start)}  live – a página diz`);
  expect(out).toMatch(/ {2}(over|replay) – a página diz que a aula terminou/);
  expect(await hand()).toEqual(before);
});

test.each([
  ["live", edition.start - 14 * 24 * hourMs],
  ["over", edition.end + 13 * hourMs],
  ["cancelled", edition.start - minuteMs],
])("%s asks first when it may be a slip, and changes nothing without a yes", async (name, now) => {
  const { run, hand, answer } = await operatorAt(now);
  answer("não");
  const refused = await run("phase", name);
  expect(refused).toMatchObject({ code: 1, err: "Nada mudou.\n" });
  expect(refused.out).toMatch(/^A (aula é em outro dia|página dirá a todos) .*\n$/);
  expect(await hand()).toEqual({ kind: "override", override: undefined });
  answer("sim");
  // With a recording, `over` is shown as `replay`.
  expect((await run("phase", name)).out).toMatch(new RegExp(`Agora: (${name}|replay) `));
  expect((await run("phase", name, "--yes")).code).toBe(0);
});

test("without a terminal, a choice that may be a slip needs --yes", async () => {
  const { run } = await operatorAt(edition.start - minuteMs);
  expect(await run("phase", "cancelled")).toMatchObject({
    code: 2,
    err: expect.stringMatching(/não há terminal.*--yes/),
  });
  expect((await run("phase", "live")).code).toBe(0);
});

test("a phase that cannot be chosen is refused with those that can", async () => {
  const { run } = await operatorAt(edition.start);
  expect(await run("phase", "doors")).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /live \(ao vivo\), waiting \(.+\), over \(.+\), cancelled \(.+\), auto \(.+\)\./,
    ),
  });
});

test.each(engines)(
  "on %s a row that another program wrote stops every choice until phase auto mends it",
  async (engine) => {
    const { run, use } = await operatorAt(edition.start, engine);
    await run("phase", "live");
    await use((database) => database.updateTable("event").set({ phase: "paused" }).execute());
    expect((await run("phase")).out).toContain("não entende: só o relógio vale.\nPara apagar isso");
    for (const args of [
      ["phase", "over"],
      ["moved", "back"],
    ])
      expect(await run(...args)).toMatchObject({
        code: 1,
        err: expect.stringContaining("npm run leads -- phase auto"),
      });
    expect((await run("phase", "auto")).out).not.toContain("não entende");
    expect((await run("phase", "over")).code).toBe(0);
  },
);

test("a calendar entry gets a new number when the class is cancelled and when it is not any more", async () => {
  const { run, hand } = await operatorAt(edition.start - hourMs);
  for (const word of ["waiting", "cancelled", "cancelled", "auto", "auto"])
    await run("phase", word, "--yes");
  expect(await hand()).toMatchObject({ override: { sequence: 2 } });
});

/** An operator at this time, who has no terminal until the test gives an answer. */
async function operatorAt(now: number, engine: Engine = "sqlite") {
  const operator = await createOperator(engine);
  let answer: string | undefined;
  const io = {
    clock: () => now,
    databaseClock: () => Promise.resolve(now),
    prompt: () => Promise.resolve(answer),
  };
  return {
    run: (...args: string[]) => operator.run(args, io),
    use: operator.use,
    hand: () => operator.use(async (database) => (await readEvent(database)).hand),
    answer(text: string) {
      answer = text;
    },
  };
}
