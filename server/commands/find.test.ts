import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { ana, bia } from "#tests/support/people.ts";

test("list prints one safe line for each lead", async () => {
  const { run, signUp } = await createOperator();
  await signUp({});
  await signUp({
    lead: { ...ana, name: "\u001b[2JEve\u202e\r\n", email: "-x|`id`@example.com", whatsapp: "x" },
  });
  expect((await run(["list"])).out.split("\n")).toEqual([
    "e-mail\tnome\tWhatsApp\ttelefone\tinscrição\tentrega",
    "ana@example.com\tAna Lima\t(11) 98765-4321\t+5511987654321\t31/12/1969 21:00:00 (-03:00)\tna fila",
    "'-x|`id`@example.com'\t\\u001b[2JEve\\u202e\\u000d\\u000a\tx\t\t31/12/1969 21:00:00 (-03:00)\tna fila",
    "",
  ]);
});

const joao = {
  ...ana,
  name: "João Antônio Çelik",
  email: "joao@example.com",
  whatsapp: "+1 212 555 0199",
};

test("find shows the lead, its delivery and its sign-ups", async () => {
  const { run, signUp } = await createOperator();
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

test("find says what happens next with a delivery", async () => {
  const { run, signUp, use } = await createOperator();
  await signUp({ surface: "page", wording: "autorizacao-1" });
  await run(["list"]);
  const find = async (state: "due" | "importing" | "parked", due_at: number | null) => {
    await use((database) => database.updateTable("deliveries").set({ state, due_at }).execute());
    return (await run(["find", "ana@example.com"])).out;
  };
  expect(await find("due", 1_000)).not.toContain("próxima tentativa");
  expect(await find("due", 1_001)).toMatch(/^próxima tentativa +31\/12\/1969 21:00:01 /m);
  expect(await find("importing", null)).toMatch(/^agora +o ActiveCampaign vai dizer/m);
  const parked = await find("parked", null);
  expect(parked).toMatch(/^agora +resolva a causa e rode: .* retry -$/m);
  expect(parked).toMatch(/^autorizou em +31\/12\/1969 21:00:00 \(-03:00\)$/m);
});

test.each([
  ["joao@example.com", ["joao", "JOÃO ÇEL", "celik joao", "antonio"]],
  ["joao@example.com", ["+12125550199", "2125550199", "25550199"]],
  ["ana@example.com", ["11 98765-4321", "+55 (11) 98765-4321", "0055 11 98765 4321"]],
  ["ana@example.com", ["011987654321", "11 8765-4321", "(11) 9.8765.4321"]],
  ["davila@example.com", ["d'avila", "D’Ávila", "D‘Ávila"]],
  ["short@example.com", ["99999-0000", "+55 11 99999-0000"]],
])("find finds %s however %j is written", async (email, texts) => {
  const { run, signUp } = await createOperator();
  const people = [
    { ...ana, name: "Lia D’Ávila", email: "davila@example.com", whatsapp: "1" },
    { ...ana, name: "Short", email: "short@example.com", whatsapp: "99999-0000" },
  ];
  for (const lead of [ana, joao, ...people]) await signUp({ lead });
  for (const text of texts)
    expect((await run(["find", text])).out, text).toMatch(new RegExp(`^e-mail +${email}$`, "m"));
  const [text = ""] = texts;
  expect((await run(["find", ...text.split(" ")])).code).toBe(0);
});

test("find lists the first 20 of several people, and how many they are", async () => {
  const { run, signUp } = await createOperator();
  for (const lead of [ana, bia, joao]) await signUp({ lead });
  expect((await run(["find", "8765-4321"])).out).toBe(
    "ana@example.com\tAna Lima\t(11) 98765-4321\t+5511987654321\n" +
      "bia@example.com\tBia Reis\t(21) 98765-4321\t+5521987654321\n" +
      "Pessoas encontradas: 2. Para ver uma delas, procure pelo e-mail.\n",
  );
  for (let index = 1; index <= 20; index += 1)
    await signUp({ lead: { ...ana, email: `ana-${index}@example.com` } });
  const lines = (await run(["find", "lima"])).out.trimEnd().split("\n");
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toMatch(/^Pessoas encontradas: 21\. Estas são as primeiras 20\./);
});

test("find shows a person whose only sign-up is held back", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "honeypot" });
  for (const text of ["ana@example.com", "lima", "011 98765-4321"])
    expect(await run(["find", text])).toMatchObject({
      code: 0,
      out: "entrega     nenhuma\ninscrições  1, retidas: 1\n",
    });
});

test.each([
  [1, "no@example.com", "Nenhuma pessoa tem o e-mail no@example.com. Confira a grafia ou"],
  [1, "11 98765-0000", 'Nenhuma pessoa tem "11 98765-0000" no nome ou no telefone. Escreva'],
  [1, "zé\u001b", 'Nenhuma pessoa tem "zé\\u001b" no nome ou no telefone. Escreva uma parte'],
  [2, "1234567", '"1234567" é curto demais. Escreva pelo menos 2 letras do nome, os últimos 8'],
  [2, "a", '"a" é curto demais.'],
  [2, "", '"" é curto demais.'],
])("find ends with %i for %j", async (code, text, err) => {
  const { run, signUp } = await createOperator();
  await signUp({});
  const readLines = () => Promise.resolve([text]);
  expect(await run(["find"], { readLines })).toMatchObject({
    code,
    out: "",
    err: expect.stringContaining(err),
  });
});
