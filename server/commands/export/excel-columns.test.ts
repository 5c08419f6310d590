import { expect, test } from "vitest";
import { createOperator, type Operator } from "#tests/support/operator/operator.ts";

test("--excel writes what Excel in Portuguese opens by a double click", async () => {
  const operator = await createOperator();
  const { signUp } = operator;
  const at = Date.parse("2026-11-11T20:00:05.000-03:00");
  const lead = { name: "Ana Lima Reis", email: "ana@example.com", whatsapp: "11987654321" };
  await signUp({ lead, surface: "page", wording: "autorizacao-1", receivedAt: at });
  await signUp({ lead, wording: "aviso-1", receivedAt: at + 60_000 });
  const { out } = await operator.run(["export", "--excel"]);
  expect(out.startsWith("\uFEFFNome completo;Nome;Sobrenome;E-mail;WhatsApp;")).toBe(true);
  expect(out.endsWith("\r\n")).toBe(true);
  expect(await firstLead(operator)).toMatchObject({
    Nome: "Ana",
    Sobrenome: "Lima Reis",
    WhatsApp: "(11) 98765-4321",
    "Primeira inscrição (horário de America/Sao_Paulo)": "11/11/2026 20:00:05",
    "Última inscrição (horário de America/Sao_Paulo)": "11/11/2026 20:01:05",
    Formulário: "popup",
    Consentimento: "Autorizo receber comunicações sobre a Black AHSD e ofertas exclusivas.",
    "Consentimento em (horário de America/Sao_Paulo)": "11/11/2026 20:00:05",
    "Frase mostrada": expect.stringMatching(/^Ao se inscrever, você recebe/),
    Entrega: "na fila",
    "Tinha se descadastrado": "",
    "WhatsApp como foi digitado": "11987654321",
  });
});

test.each([
  ["+351912345678", "'+351912345678", "'+351912345678"],
  ["5511987654321", "'5511987654321", "(11) 98765-4321"],
  ["011 98765-4321", "'011 98765-4321", "(11) 98765-4321"],
  ["12/11", "'12/11", ""],
])("Excel keeps the number %s as it was typed", async (whatsapp, typed, phone) => {
  const operator = await createOperator();
  await operator.signUp({ lead: { name: "=1+1;=2", email: "ana@example.com", whatsapp } });
  expect(await firstLead(operator)).toMatchObject({
    "Nome completo": "'=1+1;'=2",
    WhatsApp: phone,
    "WhatsApp como foi digitado": typed,
  });
});

async function firstLead({ run }: Operator): Promise<Record<string, string>> {
  const { out } = await run(["export", "--excel"]);
  const [titles = [], cells = []] = out.slice(1).split("\r\n").map(readLine);
  return Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ""]));
}

/** Reads the cells of a line. A quoted cell of these tests has no quotes inside. */
function readLine(line: string): string[] {
  return [...line.matchAll(/(?:^|;)(?:"([^"]*)"|([^;]*))/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? "",
  );
}
