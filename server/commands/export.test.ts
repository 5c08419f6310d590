import { expect, test } from "vitest";
import { appendSubmissions } from "#server/store/submissions.ts";
import { createOperator, type Operator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { people } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const signedUpAt = Date.parse("2026-11-11T20:00:05.000-03:00");
const ana = { name: "Ana Lima Reis", email: "ana@example.com", whatsapp: "11987654321" };

test("programs get a line for each lead, with all columns", async () => {
  const operator = await operatorWithTwoSignUps();
  const { code, out, err } = await operator.run(["export"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^\uFEFFemail,name,whatsapp,phone,created_at,updated_at,surface,wording,f/);
  expect(await exported(operator)).toEqual([
    {
      email: "ana@example.com",
      name: "Ana Lima Reis",
      whatsapp: "11987654321",
      phone: "+5511987654321",
      created_at: "2026-11-11T20:00:05.000-03:00",
      updated_at: "2026-11-11T20:01:05.000-03:00",
      surface: "popup",
      wording: "aviso-1",
      first_utm_source: "first instagram",
      last_utm_source: "last mail",
      state: "due",
      first_name: "Ana",
      last_name: "Lima Reis",
      consent_wording: "autorizacao-1",
      consented_at: "2026-11-11T20:00:05.000-03:00",
    },
  ]);
});

test("Excel in Portuguese opens the file by a double click", async () => {
  const operator = await operatorWithTwoSignUps();
  const { out } = await operator.run(["export", "--excel"]);
  expect(out).toMatch(/^\uFEFFE-mail;Nome completo;WhatsApp como foi digitado;WhatsApp;.*\r\n$/s);
  expect(await exported(operator, ["--excel"])).toEqual([
    {
      "Nome completo": "Ana Lima Reis",
      Nome: "Ana",
      Sobrenome: "Lima Reis",
      "E-mail": "ana@example.com",
      WhatsApp: "(11) 98765-4321",
      "Primeira inscrição (horário de America/Sao_Paulo)": "11/11/2026 20:00:05",
      "Última inscrição (horário de America/Sao_Paulo)": "11/11/2026 20:01:05",
      Formulário: "popup",
      Consentimento: "Autorizo receber comunicações sobre a Black AHSD e ofertas exclusivas.",
      "Consentimento em (horário de America/Sao_Paulo)": "11/11/2026 20:00:05",
      "Frase mostrada": expect.stringMatching(/^Ao se inscrever, você recebe/),
      Entrega: "na fila",
      "WhatsApp como foi digitado": "11987654321",
      "utm_source (primeira visita)": "first instagram",
      "utm_source (última visita)": "last mail",
    },
  ]);
});

test.each([
  ["+351912345678", "'+351912345678", "'+351912345678"],
  ["5511987654321", "'5511987654321", "(11) 98765-4321"],
  ["011 98765-4321", "'011 98765-4321", "(11) 98765-4321"],
  ["12/11", "'12/11", undefined],
])("Excel keeps the number %s as it was typed", async (whatsapp, typed, phone) => {
  const operator = await createOperator();
  await operator.signUp({ lead: { ...ana, name: "=1+1;=2", whatsapp } });
  const [lead] = await exported(operator, ["--excel"]);
  expect(lead?.["Nome completo"]).toBe("'=1+1;'=2");
  expect(lead?.["WhatsApp"]).toBe(phone);
  expect(lead?.["WhatsApp como foi digitado"]).toBe(typed);
});

test("export says whose contact had unsubscribed before", async () => {
  const operator = await createOperatorWithActiveCampaign();
  const { run, signUpNow, deliver, fake } = operator;
  await signUpNow("ana");
  await deliver();
  Object.assign(fake.contacts[0] ?? {}, { lists: { 2: 2 } });
  await run(["retry", "ana@example.com"]);
  await deliver();
  expect(await exported(operator)).toMatchObject([{ state: "delivered", had_unsubscribed: "yes" }]);
});

test.each(engines)("on %s export writes each of 2,001 leads once", async (engine) => {
  const operator = await createOperator(engine);
  const leads = people(2_001);
  const signUps = leads.map((lead) => ({ lead, surface: "popup", receivedAt: 100 }) as const);
  await operator.use((database) => appendSubmissions(database, signUps));
  expect((await exported(operator)).map((lead) => lead["email"])).toEqual(
    leads.map(({ email }) => email),
  );
});

async function operatorWithTwoSignUps(): Promise<Operator> {
  const operator = await createOperator();
  const source = (name: string) =>
    JSON.stringify({
      first: { utm_source: `first ${name}` },
      last: { utm_source: `last ${name}` },
    });
  const first = { surface: "page", wording: "autorizacao-1", source: source("instagram") } as const;
  await operator.signUp({ lead: ana, ...first, receivedAt: signedUpAt });
  const later = { wording: "aviso-1", source: source("mail"), receivedAt: signedUpAt + 60_000 };
  await operator.signUp({ lead: ana, ...later });
  return operator;
}

/** The exported lines as objects, without empty cells. A quoted cell of these tests has no quotes inside. */
async function exported({ run }: Operator, options: string[] = []) {
  const { out } = await run(["export", ...options]);
  const [names = [], ...leads] = out.slice(1).trimEnd().split("\r\n").map(readLine);
  return leads.map(
    (cells): Record<string, string> =>
      Object.fromEntries(names.flatMap((name, at) => (cells[at] ? [[name, cells[at]]] : []))),
  );
}

function readLine(line: string): string[] {
  return [...line.matchAll(/(?:^|[;,])(?:"([^"]*)"|([^;,]*))/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? "",
  );
}
