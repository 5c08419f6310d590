import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { ana } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const anaLines = [ana.name, ana.email, ana.whatsapp];
const piped = (...lines: string[]) => ({ readLines: () => Promise.resolve(lines) });

test.each(engines)(
  "on %s add signs a person up, who is delivered like a visitor",
  async (engine) => {
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
    const access = JSON.parse((await run(["access", ana.email])).out);
    expect(access).toMatchObject({
      lead: { consented_at: null },
      signUps: [{ surface: "operator", sentence: expect.stringContaining("o operador incluiu") }],
    });
    await run(["erase", ana.email, "--yes"]);
    expect((await run(["list"])).out).not.toContain(ana.email);
  },
);

test("add a second time updates the person, as a second sign-up does", async () => {
  const { run, signUp } = await createOperator();
  await signUp({});
  const later = [ana.name, "ANA@example.com", "(21) 91234-5678"];
  expect((await run(["add", "--yes"], piped(...later))).out).toBe(
    "ANA@example.com foi atualizado e será enviado ao ActiveCampaign como os outros leads.\n",
  );
  const { out } = await run(["list"]);
  expect(out.split("\n").filter((line) => /ana@/i.test(line))).toHaveLength(1);
  expect(out).toContain("+5521912345678");
});

test("add asks for each field at a terminal, and then whether the person asked for it", async () => {
  const { run } = await createOperator();
  const { questions, prompt } = terminal(...anaLines, "sim");
  expect(await run(["add"], { prompt })).toMatchObject({ code: 0 });
  expect(questions).toEqual([
    "Nome completo: ",
    "E-mail: ",
    "WhatsApp (com DDD): ",
    "Ana Lima, ana@example.com, (11) 98765-4321\nEsta pessoa pediu para ser inscrita? Escreva sim para continuar: ",
  ]);
});

test("the question says that the person is known already, or was erased", async () => {
  const { run, signUp } = await createOperator();
  await signUp({});
  const known = terminal(...anaLines, "n");
  expect(await run(["add"], known)).toEqual({ code: 1, out: "", err: "Nada mudou.\n" });
  expect(known.questions.at(-1)).toContain("Já está inscrita: os dados serão atualizados.");
  await run(["erase", ana.email, "--yes"]);
  const erased = terminal(...anaLines, "n");
  await run(["add"], erased);
  expect(erased.questions.at(-1)).toMatch(/Foi apagada em .* só inscreva se ela pediu depois/);
  expect((await run(["list"])).out).not.toContain(ana.email);
});

test("without a terminal add stores nothing unless --yes confirms that the person asked for it", async () => {
  const { run } = await createOperator();
  expect(await run(["add"], piped(...anaLines))).toMatchObject({
    code: 2,
    err: expect.stringContaining("Para rodar sem a pergunta: --yes"),
  });
  expect((await run(["list"])).out).not.toContain(ana.email);
});

test.each([
  [[], /^Nome completo: Escreva seu nome\.$/m],
  [["Ana", "ana", "11 98765-4321"], /^E-mail: Este e-mail parece incompleto\./m],
  [["Ana", "ana@example.com"], /^WhatsApp \(com DDD\): Escreva seu WhatsApp com DDD\.$/m],
])("add refuses %j with the sentences of the page", async (lines, sentence) => {
  const { run } = await createOperator();
  const { code, err } = await run(["add", "--yes"], piped(...lines));
  expect(code).toBe(1);
  expect(err).toMatch(sentence);
  expect(err).toMatch(/^Nada foi guardado\.$/m);
});

test("add takes no personal data as arguments", async () => {
  const { run } = await createOperator();
  expect(await run(["add", ana.email, "--yes"], piped(...anaLines))).toMatchObject({ code: 2 });
});

test("add says that a phone number was not understood, and stores it as it was typed", async () => {
  const { run } = await createOperator();
  const { out } = await run(["add", "--yes"], piped(ana.name, ana.email, "não tem"));
  expect(out).toMatch(/^O telefone não foi reconhecido: .* não será enviado ao ActiveCampaign\.$/m);
  expect((await run(["list"])).out).toContain("\tnão tem\t");
});

test("a person whose sign-up was held back is added all the same", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "flood" });
  await run(["add", "--yes"], piped(...anaLines));
  expect((await run(["list"])).out).toContain(ana.email);
});

/** A terminal at which the operator gives these answers. */
function terminal(...answers: string[]) {
  const questions: string[] = [];
  const prompt = (question: string) => {
    questions.push(question);
    return Promise.resolve(answers.shift());
  };
  return { questions, prompt };
}
