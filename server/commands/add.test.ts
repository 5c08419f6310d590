import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { ana } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const anaLines = [ana.name, ana.email, ana.whatsapp];
const piped = (...lines: string[]) => ({ readLines: () => Promise.resolve(lines) });

test.each(engines)("on %s add signs a person up who is then delivered", async (engine) => {
  const { run, deliver, fake, use } = await createOperatorWithActiveCampaign(engine);
  expect(await run(["add", "--yes"], piped(...anaLines))).toEqual({
    code: 0,
    out: "ana@example.com foi inscrito e será enviado ao ActiveCampaign como os outros leads.\n",
    err: "",
  });
  await deliver();
  expect(fake.contacts).toMatchObject([{ email: "ana@example.com", phone: "+5511987654321" }]);
  const stored = await use((database) =>
    database.selectFrom("submissions").select(["surface", "wording", "flag"]).execute(),
  );
  expect(stored).toEqual([{ surface: "operator", wording: null, flag: null }]);
  expect(JSON.parse((await run(["access", ana.email])).out)).toMatchObject({
    lead: { consented_at: null },
    signUps: [{ surface: "operator", sentence: expect.stringContaining("o operador incluiu") }],
  });
  await run(["erase", ana.email, "--yes"]);
  expect((await run(["list"])).out).not.toContain(ana.email);
});

test("add updates a person who is known, and adds one whose sign-up is held", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "flood" });
  expect((await run(["add", "--yes"], piped(...anaLines))).out).toContain(" foi inscrito e ");
  const later = [ana.name, "ANA@example.com", "não tem"];
  expect((await run(["add", "--yes"], piped(...later))).out).toBe(
    "ANA@example.com foi atualizado e será enviado ao ActiveCampaign como os outros leads.\n" +
      "O telefone não foi reconhecido: fica guardado como foi escrito, mas não será enviado ao ActiveCampaign.\n",
  );
  const lines = (await run(["list"])).out.split("\n").filter((line) => /ana@/i.test(line));
  expect(lines).toEqual([expect.stringContaining("\tnão tem\t+5511987654321\t")]);
});

test("add asks for each field, and tells of a known or erased person", async () => {
  const { run, signUp } = await createOperator();
  expect(await ask("sim")).toEqual([
    "nome: ",
    "e-mail: ",
    "WhatsApp: ",
    "Ana Lima, ana@example.com, (11) 98765-4321\nEsta pessoa pediu para ser inscrita? Escreva sim para continuar: ",
  ]);
  await signUp({});
  expect((await ask("n")).at(-1)).toContain("Já está inscrita: os dados serão atualizados.");
  await run(["erase", ana.email, "--yes"]);
  expect((await ask("n")).at(-1)).toMatch(/Foi apagada em .* só inscreva se ela pediu depois/);
  expect((await run(["list"])).out).not.toContain(ana.email);

  async function ask(lastAnswer: "sim" | "n"): Promise<string[]> {
    const questions: string[] = [];
    const answers = [...anaLines, lastAnswer];
    const prompt = async (question: string) => {
      questions.push(question);
      return answers.shift();
    };
    expect((await run(["add"], { prompt })).code).toBe(lastAnswer === "sim" ? 0 : 1);
    return questions;
  }
});

test.each([
  [1, ["--yes"], [], /^nome: Escreva seu nome\.$/m],
  [1, ["--yes"], ["Ana", "ana", "11 98765-4321"], /^e-mail: Este e-mail parece incompleto\./m],
  [1, ["--yes"], ["Ana", ana.email], /^WhatsApp: Escreva seu WhatsApp com DDD\.$/m],
  [1, ["--yes"], [], /^Nada foi guardado\.$/m],
  [2, [], anaLines, /Para rodar sem a pergunta: --yes/],
  [2, [ana.email, "--yes"], anaLines, /^O comando não aceita "ana@example\.com" aqui\.$/m],
])("add ends with %i for %j and the lines %j", async (code, args, lines, sentence) => {
  const { run } = await createOperator();
  expect(await run(["add", ...args], piped(...lines))).toMatchObject({
    code,
    err: expect.stringMatching(sentence),
  });
  expect((await run(["list"])).out).not.toContain("@");
});
