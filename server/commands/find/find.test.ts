import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { ana, bia } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const joao = { name: "João Antônio Çelik", email: "joao@example.com", whatsapp: "+1 212 555 0199" };

test.each(engines)("on %s find ignores case and spaces around the e-mail", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  await signUp({});
  await signUp({ receivedAt: 200, flag: "honeypot" });
  const { code, out } = await run(["find", " ANA@example.com"]);
  expect(code).toBe(0);
  expect(out.split("\n")).toEqual([
    "e-mail            ana@example.com",
    "nome              Ana Lima",
    "WhatsApp          (11) 98765-4321",
    "telefone          +5511987654321",
    "1ª inscrição      31/12/1969 21:00:00 (-03:00)",
    "última inscrição  31/12/1969 21:00:00 (-03:00)",
    "entrega           na fila, tentativas: 0",
    "inscrições        2, retidas: 1",
    "",
  ]);
});

test.each(engines)(
  "on %s find takes a part of a name, without accents and capital letters",
  async (engine) => {
    const { run, signUp } = await createOperator(engine);
    for (const lead of [ana, bia, joao]) await signUp({ lead });
    for (const text of ["joao", "JOÃO ÇEL", "celik joao", "antonio"])
      expect((await run(["find", text])).out, text).toMatch(/^e-mail +joao@example\.com$/m);
    expect((await run(["find", "João", "Antônio"])).out).toMatch(/^nome +João Antônio Çelik$/m);
  },
);

test.each(["d'avila", "D’Ávila"])("find takes %s with any apostrophe", async (text) => {
  const { run, signUp } = await createOperator();
  await signUp({ lead: { ...ana, name: text === "D’Ávila" ? "Ana D'Ávila" : "Ana D’Ávila" } });
  expect((await run(["find", text])).out).toMatch(/^e-mail +ana@example\.com$/m);
});

test.each(engines)("on %s find takes a phone number however it is written", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  for (const lead of [ana, bia, joao]) await signUp({ lead });
  const spellings = ["11 98765-4321", "+55 (11) 98765-4321", "011987654321", "0055 11 98765 4321"];
  for (const text of [...spellings, "11 8765-4321", "(11) 9.8765.4321"])
    expect((await run(["find", text])).out, text).toMatch(/^e-mail +ana@example\.com$/m);
  for (const text of ["+12125550199", "2125550199", "25550199"])
    expect((await run(["find", text])).out, text).toMatch(/^e-mail +joao@example\.com$/m);
  expect((await run(["find", "00000000"])).err).toMatch(/^Nenhuma pessoa tem o telefone 00000000/);
});

test("find lists the people whose number ends in the same digits, with how many they are", async () => {
  const { run, signUp } = await createOperator();
  for (const lead of [ana, bia, joao]) await signUp({ lead });
  for (const text of ["98765-4321", "8765-4321"])
    expect((await run(["find", text])).out).toBe(
      "ana@example.com\tAna Lima\t(11) 98765-4321\t+5511987654321\n" +
        "bia@example.com\tBia Reis\t(21) 98765-4321\t+5521987654321\n" +
        "Pessoas encontradas: 2. Para ver uma delas, procure pelo e-mail.\n",
    );
});

test("find shows the first 20 of many people", async () => {
  const { run, signUp } = await createOperator();
  for (let index = 0; index < 21; index += 1)
    await signUp({ lead: { ...ana, email: `ana-${index}@example.com` } });
  const lines = (await run(["find", "lima"])).out.trimEnd().split("\n");
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toMatch(/^Pessoas encontradas: 21\. Estas são as primeiras 20\./);
});

test("find finds a number without area code that could not be read", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ lead: { ...ana, whatsapp: "98765-4321" } });
  for (const text of ["98765-4321", "+55 11 98765-4321"])
    expect((await run(["find", text])).out).toMatch(/^telefone +não foi reconhecido$/m);
});

test("find shows a person whose only sign-up is held back, also by name and number", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "honeypot" });
  for (const text of ["ana@example.com", "lima", "011 98765-4321"])
    expect(await run(["find", text])).toMatchObject({
      code: 0,
      out: "entrega     nenhuma\ninscrições  1, retidas: 1\n",
    });
});

test.each([
  [
    "ana@example.com",
    "Nenhuma pessoa tem o e-mail ana@example.com. Confira a grafia ou procure pelo nome: npm run leads -- find\n",
  ],
  [
    "11 98765-0000",
    "Nenhuma pessoa tem o telefone 11 98765-0000. Procure também pelo nome ou pelo e-mail.\n",
  ],
  [
    "zé\u001b",
    'Nenhuma pessoa tem "zé\\u001b" no nome. Escreva uma parte menor, ou procure pelo telefone ou pelo e-mail.\n',
  ],
])("find prints an error when it finds no person with %j", async (text, err) => {
  const { run } = await createOperator();
  expect(await run(["find", text])).toEqual({ code: 1, out: "", err });
});

test.each([
  ["1234567", '"1234567" é curto para um telefone. Escreva pelo menos os últimos 8 dígitos.'],
  ["??", '"??" é curto para um telefone.'],
  ["a", '"a" é curto demais. Escreva pelo menos duas letras do nome.'],
  ["", "Falta o que procurar."],
])("find refuses %j, which many people would fit", async (text, line) => {
  const { run, signUp } = await createOperator();
  await signUp({});
  const { code, err } = await run(["find"], { readLines: () => Promise.resolve([text]) });
  expect(code).toBe(2);
  expect(err).toContain(line);
});

test.each([["find"], ["find", "-"]])("%s %s asks whom to look for", async (...args) => {
  const { run, signUp } = await createOperator();
  await signUp({});
  const questions: string[] = [];
  const prompt = async (question: string) => {
    questions.push(question);
    return " Lima ";
  };
  expect(await run(args, { prompt })).toMatchObject({ code: 0, err: "" });
  expect(questions).toEqual(["E-mail, telefone ou parte do nome: "]);
});

test("find says what happens next with a delivery that waits, is being imported, or was refused", async () => {
  const { run, signUp, use } = await createOperator();
  await signUp({ surface: "page", wording: "autorizacao-1" });
  await run(["list"]);
  const find = async (state: "due" | "importing" | "parked", due_at: number | null) => {
    await use((database) => database.updateTable("deliveries").set({ state, due_at }).execute());
    return (await run(["find", "ana@example.com"])).out;
  };
  expect(await find("due", 1_000)).not.toContain("próxima tentativa");
  expect(await find("due", 61_000)).toMatch(/^próxima tentativa +31\/12\/1969 21:01:01 /m);
  expect(await find("importing", null)).toMatch(/^agora +o ActiveCampaign vai dizer/m);
  const parked = await find("parked", null);
  expect(parked).toMatch(/^agora +resolva a causa e rode: .* retry -$/m);
  expect(parked).toMatch(/^autorizou em +31\/12\/1969 21:00:00 \(-03:00\)$/m);
});
