import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { ana } from "#tests/support/people.ts";

const commandsWithEmail = [["access"], ["erase", "--yes"], ["release", "-"]];

test.each([...commandsWithEmail, ["retry", "-"]])(
  "%s %s asks for the e-mail at a terminal",
  async (...args) => {
    const { run, signUp } = await createOperator();
    await signUp({ flag: args[0] === "release" ? "honeypot" : undefined });
    const questions: string[] = [];
    const prompt = (question: string) => {
      questions.push(question);
      return Promise.resolve(" ANA@example.com ");
    };
    expect(await run(args, { prompt })).toMatchObject({ code: 0, err: "" });
    expect(questions).toEqual(["E-mail: "]);
  },
);

test.each([...commandsWithEmail, ["retry", "-"]])(
  "%s %s reads the e-mail from standard input",
  async (...args) => {
    const { run, signUp } = await createOperator();
    await signUp({ flag: args[0] === "release" ? "honeypot" : undefined });
    const readLines = () => Promise.resolve(["ana@example.com\r"]);
    expect(await run(args, { readLines })).toMatchObject({ code: 0, err: "" });
  },
);

test.each([...commandsWithEmail, ["retry", "-"]])(
  "%s %s without an e-mail prints an error and does nothing",
  async (...args) => {
    const { run, signUp } = await createOperator();
    await signUp({});
    expect(await run(args)).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^Falta o e-mail. Escreva-o quando o comando perguntar, ou mande-o pela entrada padrão.\nUso: /,
      ),
    });
    expect((await run(["list"])).out).toContain("ana@example.com");
  },
);

test.each(["retry", "release"])(
  "%s without an operand prints a list and asks for no e-mail",
  async (name) => {
    const { run } = await createOperator();
    const prompt = () => Promise.reject(new Error("asked"));
    expect(await run([name], { prompt, readLines: prompt })).toMatchObject({ code: 0 });
  },
);

test("erase asks first for the e-mail, then for a confirmation", async () => {
  const { run, signUp } = await createOperator();
  await signUp({});
  const answers = ["ana@example.com", "s"];
  const prompt = () => Promise.resolve(answers.shift());
  expect(await run(["erase"], { prompt })).toMatchObject({
    code: 0,
    out: expect.stringContaining("ana@example.com foi apagado daqui."),
  });
});

test("a NUL in the e-mail from standard input is left out", async () => {
  const { run, signUp } = await createOperator("postgres");
  await signUp({});
  const readLines = () => Promise.resolve(["ana@example.com\0"]);
  expect(await run(["find"], { readLines })).toMatchObject({ code: 0, err: "" });
});

test("an e-mail that is copied from a list with its quotes is found at the question", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ lead: { ...ana, email: "o'neil$@example.com" } });
  const { out } = await run(["list"]);
  const copied = out.split("\n")[1]?.split("\t")[0];
  expect(copied).toMatch(/^'/);
  expect(await run(["access"], { prompt: () => Promise.resolve(copied) })).toMatchObject({
    code: 0,
    out: expect.stringContaining("o'neil$@example.com"),
  });
});
