import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ask } from "./ask.ts";

test.each([
  ["an answer", "Ana Lima\n", "Ana Lima"],
  ["an empty answer", "\n", ""],
  ["Ctrl-C", "Ana\u0003", undefined],
  ["Ctrl-D", "\u0004", undefined],
])("%s at a question", async (_, typed, expected) => {
  const input = new PassThrough();
  const output = new PassThrough();
  const answer = ask({ input, output, terminal: true }, "Nome: ");
  input.write(typed);
  expect(await answer).toBe(expected);
  expect(String(output.read())).toContain("Nome: ");
});

test("the end of the input is no answer", async () => {
  const input = new PassThrough();
  input.end();
  const file = { input, output: new PassThrough(), terminal: false };
  expect(await ask(file, "Nome: ")).toBeUndefined();
});
