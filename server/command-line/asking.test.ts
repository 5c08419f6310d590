import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { ask } from "./asking.ts";

const commandsWithEmail = [["access"], ["erase", "--yes"], ["release", "-"], ["retry", "-"]];

test.each(commandsWithEmail)("%s %s asks for the e-mail, or reads a line", async (...args) => {
  const { run, signUp } = await createOperator();
  const flag = args[0] === "release" ? "honeypot" : undefined;
  const questions: string[] = [];
  const prompt = (question: string) => {
    questions.push(question);
    return Promise.resolve(" ANA@example.com\0 ");
  };
  const readLines = () => Promise.resolve(["ana@example.com\r"]);
  for (const input of [{ prompt }, { readLines }]) {
    await signUp({ flag });
    expect(await run(args, input)).toMatchObject({ code: 0, err: "" });
  }
  expect(questions).toEqual(["E-mail: "]);
});

test.each([
  ["an answer", "Ana Lima\n", "Ana Lima"],
  ["an empty answer", "\n", ""],
  ["Ctrl-C", "Ana\u0003", undefined],
  ["Ctrl-D", "\u0004", undefined],
])("%s at a question", async (_, typed, expected) => {
  const input = new PassThrough();
  let written = "";
  const output = new PassThrough().on("data", (chunk) => {
    written += chunk;
  });
  const answer = ask({ input, output, terminal: true }, "Nome: ");
  input.write(typed);
  expect(await answer).toBe(expected);
  expect(written).toContain("Nome: ");
});

test("the end of the input is no answer", async () => {
  const input = new PassThrough();
  input.end();
  const file = { input, output: new PassThrough(), terminal: false };
  expect(await ask(file, "Nome: ")).toBeUndefined();
});
