import { expect, test } from "vitest";
import { createConsoleLog } from "./platform.ts";

test("each line of the log is one JSON object with its level and time", () => {
  const { log, lines } = logged();
  log.info({ outcome: "stored", ms: 4 }, "Uma inscrição foi respondida.");
  log.fatal("O servidor para.");
  expect(lines).toEqual([
    {
      to: "info",
      level: 30,
      time: 1_000,
      outcome: "stored",
      ms: 4,
      msg: "Uma inscrição foi respondida.",
    },
    { to: "error", level: 60, time: 1_000, msg: "O servidor para." },
  ]);
});

test("the log shows neither personal fields nor the message of an error, which may repeat them", () => {
  const { log, lines } = logged();
  const error = new Error("duplicate key ana@example.com");
  log.error({ error, email: "ana@example.com", nested: { name: "Ana" } }, "Algo falhou.");
  expect(JSON.stringify(lines)).not.toContain("ana@example.com");
  expect(JSON.stringify(lines)).not.toContain("Ana");
  expect(lines).toMatchObject([{ to: "error", level: 50, error: { type: "Error" } }]);
});

function logged() {
  const lines: object[] = [];
  const to = (name: string) => (line: string) => lines.push({ to: name, ...JSON.parse(line) });
  const write = { info: to("info"), warn: to("warn"), error: to("error") };
  return { log: createConsoleLog(write, () => 1_000), lines };
}
