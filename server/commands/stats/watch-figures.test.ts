import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";

/** 11/11/2026, 20:30 in São Paulo. */
const now = Date.UTC(2026, 10, 11, 23, 30);
const minute = 60_000;

test("--watch redraws the last minutes, and reads the sources again after a minute", async () => {
  const { run, signUp } = await createOperator();
  let time = now;
  const screens: string[] = [];
  const io = {
    clock: () => time,
    isTerminal: true,
    write: (text: string) => Promise.resolve(void screens.push(text)),
    async sleep() {
      if (screens.length === 3) throw new Error("Ctrl-C");
      await signUp({ receivedAt: time, source: JSON.stringify({ last: { utm_source: "mail" } }) });
      time += screens.length === 1 ? 5_000 : minute;
    },
  };
  await expect(run(["stats", "--watch"], io)).rejects.toThrow("Ctrl-C");
  expect(
    screens[0]?.startsWith("\u001b[H\u001b[J11/11/2026 20:30:00 (-03:00). Atualiza a cada"),
  ).toBe(true);
  const found = screens.map((screen) => [
    /Inscrições: (\d)/.exec(screen)?.[1],
    / {2}mail +(\d)/.exec(screen)?.[1],
  ]);
  expect(found).toEqual([
    ["0", undefined],
    ["1", undefined],
    ["2", "2"],
  ]);
});

test("--watch needs a terminal, and --by knows three words", async () => {
  const { run } = await createOperator();
  expect(await run(["stats", "--watch"])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^--watch precisa de um terminal\. /),
  });
  expect(await run(["stats", "--watch", "--json"], { isTerminal: true })).toMatchObject({
    code: 2,
  });
  expect((await run(["stats", "--by", "semana"])).err).toMatch(/^--by não aceita "semana"\. /);
});
