import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { personOf, readLinkKey } from "#server/store/pass.ts";
import type { Database } from "#server/store/schema.ts";
import { createOperator, createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { ana } from "#tests/support/people.ts";
import { addTestGroup, placesTaken, press } from "#tests/support/store/groups.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const anaLines = [ana.name, ana.email, ana.whatsapp];
const piped = (...lines: string[]) => ({ readLines: () => Promise.resolve(lines) });

test("add signs a person up who is then delivered", async () => {
  const { run, deliver, fake, use, actions } = await createOperatorWithActiveCampaign();
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
  expect(await actions()).toEqual(["add", "erase"]);
});

test("add updates a person who is known, and one whose sign-up is held, once", async () => {
  const { run, signUp, use, actions } = await createOperator();
  await signUp({ flag: "flood" });
  expect((await run(["add", "--yes"], piped(...anaLines))).out).toContain(" foi inscrito e ");
  const later = [ana.name, "ANA@example.com", "não tem"];
  expect((await run(["add", "--yes"], piped(...later))).out).toBe(
    "ANA@example.com foi atualizado e será enviado ao ActiveCampaign como os outros leads.\n" +
      "O telefone não foi reconhecido: fica guardado como foi escrito, mas não será enviado ao ActiveCampaign.\n",
  );
  expect(await run(["add"], piped(...later))).toMatchObject({
    code: 0,
    out: expect.stringContaining("já está inscrito com estes dados. Nada mudou."),
  });
  const stored = await use((database) => database.selectFrom("submissions").select("id").execute());
  expect([stored.length, await actions()]).toEqual([3, ["add", "add"]]);
  expect((await run(["list"])).out).toMatch(/^ANA@.*\tnão tem\t\+5511987654321\t/m);
});

test("add asks for each field, and tells of a known or erased person", async () => {
  const { run, signUp } = await createOperator();
  expect(await ask("sim")).toEqual([
    "nome: ",
    "e-mail: ",
    "WhatsApp: ",
    "Ana Lima, ana@example.com, (11) 98765-4321\nEsta pessoa pediu para ser inscrita? Escreva sim para continuar: ",
  ]);
  await signUp({ lead: { ...ana, name: "Ana" }, receivedAt: 2_000 });
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
  [1, ["--yes"], ["Ana", "ana", "11 98765-4321"], /^e-mail: Este e-mail parece incompleto\./m],
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

test.each(engines)("on %s access prints everything stored about a person", async (engine) => {
  const { run, signUp, use } = await createOperator(engine);
  await signUp({
    surface: "page",
    wording: "autorizacao-1",
    cta: "hero",
    ip: "203.0.113.0",
    userAgent: "Browser\u001b",
    idempotencyKey: "key-12345",
    source: JSON.stringify({ last: { utm_source: "mail" } }),
  });
  await run(["list"]);
  await signUp({ flag: "honeypot", receivedAt: 200 });
  await use(async (database) => {
    const queued = { size: 1, sent_at: 300, checks: 0, batch: "batch-1" };
    const adding = database.insertInto("imports").values(queued).returning("id");
    const { id } = await adding.executeTakeFirstOrThrow();
    await database.updateTable("deliveries").set({ import_id: id, individually: 1 }).execute();
    await addTestGroup(database, 1, 5);
    await addEntry(database, await codeOf(database, "ana@example.com"), 400);
  });
  const { code, out } = await run(["access", "ana@example.com"]);
  expect(code).toBe(0);
  expect(out).not.toContain("\u001b");
  expect(JSON.parse(out)).toMatchObject({
    email: "ana@example.com",
    asOf: "1969-12-31T21:00:01.000-03:00",
    lead: {
      name: "Ana Lima",
      phone: "+5511987654321",
      created_at: "1969-12-31T21:00:00.100-03:00",
      consented_at: "1969-12-31T21:00:00.100-03:00",
    },
    activeCampaign: {
      state: "due",
      contact_id: null,
      individually: 1,
      import: { batch: "batch-1", sent_at: "1969-12-31T21:00:00.300-03:00" },
    },
    groupPlaces: [{ group_id: 1, full_at: null }],
    classEntry: { entered_at: "1969-12-31T21:00:00.400-03:00", tag_due_at: expect.any(String) },
    signUps: [
      {
        received_at: "1969-12-31T21:00:00.100-03:00",
        surface: "page",
        cta: "hero",
        ip: "203.0.113.0",
        user_agent: "Browser\u001b",
        idempotency_key: "key-12345",
        source: { last: { utm_source: "mail" } },
        wording: "autorizacao-1",
        sentence: messages.wordings.texts["autorizacao-1"],
      },
      { flag: "honeypot", wording: null, sentence: null },
    ],
  });
});

const [yes, no] = [
  { code: 0, err: "" },
  { code: 1, err: "Nada mudou.\n" },
];

test.each([
  ["SIM", yes],
  ["si", no],
  [undefined, { code: 2, err: expect.stringMatching(/^Este comando pede .* --yes\n/) }],
])("erase asks for the e-mail, then for a yes: %j", async (answer, ending) => {
  const { run, signUp } = await createOperator();
  await signUp({});
  const questions: string[] = [];
  const answers = ["ana@example.com", answer];
  const prompt = async (question: string) => {
    questions.push(question);
    return answers.shift();
  };
  expect(await run(["erase"], { prompt })).toMatchObject(ending);
  expect(questions).toEqual([
    "E-mail: ",
    "Apagar ana@example.com para sempre (leads: 0, inscrições: 1)? Escreva sim para continuar: ",
  ]);
  expect((await run(["list"])).out.includes("ana@example.com")).toBe(ending !== yes);
});

test("while another program reads, the person stays in the log, and it is said", async () => {
  const { run, signUp, use, store } = await createOperatorWithBackupFile();
  await use(async () => {
    await signUp({});
    const reader = new Sqlite(join(store.folder, "leads.sqlite"), { readonly: true });
    reader.exec("begin; select count(*) from submissions");
    expect(await run(["erase", "ana@example.com", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("ainda está em leads.sqlite-wal"),
    });
    reader.close();
    expect(await run(["erase", "ana@example.com", "--yes"])).toMatchObject({ code: 0, err: "" });
    expect(statSync(join(store.folder, "leads.sqlite-wal")).size).toBe(0);
  });
});

test("an erased person is gone here, there, and from groups and class", async () => {
  const { run, use, signUpNow, deliver, fake, clock } = await createOperatorWithActiveCampaign();
  await signUpNow("ana", "bia");
  await deliver();
  const code = await use((database) => codeOf(database, ana.email));
  await use(async (database) => {
    await addTestGroup(database, 1, 5);
    await addEntry(database, code, clock.now);
  });
  const rowsOfCode = () =>
    use(async (database) => {
      const places = await database.selectFrom("group_places").select("person").execute();
      const entries = await database.selectFrom("entries").select("person").execute();
      return { places, entries, taken: await placesTaken(database) };
    });
  const known = [{ person: code }];
  expect(await rowsOfCode()).toEqual({ places: known, entries: known, taken: [1] });
  expect((await run(["access", ana.email])).out).toMatch(/whatsapp/);
  clock.now += 60_000;
  await run(["erase", ana.email, "--yes"]);
  // After the erasure the group still counts the place that the person took.
  expect(await rowsOfCode()).toEqual({ places: [], entries: [], taken: [1] });
  await deliver();
  expect(fake.contacts.map(({ email }) => email)).toEqual(["bia@example.com"]);
  expect((await run(["access", ana.email])).out).not.toMatch(/whatsapp|name/i);
});

/** The code in the pass of the person with this e-mail. */
async function codeOf(database: Database, email: string): Promise<string> {
  return personOf(await readLinkKey(database), email);
}

/** The person takes a place in the first group, and enters the class. */
async function addEntry(database: Database, person: string, at: number): Promise<void> {
  await press(database, person);
  await database.insertInto("entries").values({ person, at, tag_due_at: at }).execute();
}
