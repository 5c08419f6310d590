import { expect, test } from "vitest";
import type { Database } from "#server/store/row-types.ts";
import { ana, people } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { deriveBatch, deriveLeads } from "./derive-leads.ts";
import { type ListedLead, listLeads } from "./leads.ts";

test.each(engines)(
  "on %s two spellings of one e-mail are one lead with the newest values",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await append(database, ana, 100);
    await append(database, { name: "Ana", email: "ANA@example.com", whatsapp: "abc" }, 200);
    await deriveLeads(database, 300);
    expect(await leads(database)).toMatchObject([
      { name: "Ana", email: "ANA@example.com", whatsapp: "abc", phone: "+5511987654321" },
    ]);
  },
);

test.each(engines)(
  "on %s neither an older nor an empty value replaces a newer one",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await append(database, { ...ana, name: "New" }, 200);
    await deriveLeads(database, 300);
    await append(database, { ...ana, name: "Old" }, 100);
    await append(database, { ...ana, name: "" }, 400);
    await deriveLeads(database, 500);
    expect(await leads(database)).toMatchObject([{ name: "New", created_at: 100 }]);
  },
);

test.each(engines)(
  "on %s the newest sign-up says who wants to hear of the next class",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const bia = { ...ana, email: "bia@example.com" };
    await append(database, ana, 100, "aviso-1");
    await append(database, ana, 300, "aviso-proxima-1");
    await append(database, bia, 100, "autorizacao-proxima-1");
    await deriveLeads(database, 400);
    expect(await wantNext(database)).toEqual([ana.email, bia.email]);
    await append(database, ana, 200, "aviso-1");
    await append(database, bia, 500);
    await deriveLeads(database, 600);
    expect(await wantNext(database)).toEqual([ana.email]);
    expect(await deriveLeads(database, 700)).toBe(0);
    expect(await wantNext(database)).toEqual([ana.email]);
  },
);

test.each(engines)(
  "on %s eight processes that derive at once take each submission once",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    for (let index = 0; index < 250; index += 1)
      await append(database, { ...ana, email: `ana${index % 50}@example.com` }, index);
    const running = Array.from({ length: 8 }, () => deriveLeads(database, 300));
    const counts = await Promise.all(running);
    expect(counts.reduce((sum, count) => sum + count)).toBe(250);
    expect(await leads(database)).toHaveLength(50);
  },
);

test.each(engines)(
  "on %s a batch that fails leaves nothing, and is derived later",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await append(database, ana, 100);
    await database.schema.alterTable("deliveries").renameTo("elsewhere").execute();
    await expect(deriveLeads(database, 200)).rejects.toThrow("deliveries");
    await database.schema.alterTable("elsewhere").renameTo("deliveries").execute();
    expect(await leads(database)).toEqual([]);
    expect(await deriveLeads(database, 300)).toBe(1);
    expect(await leads(database)).toMatchObject([{ ...ana, state: "due" }]);
  },
);

test.each(engines)("on %s a batch has the oldest twenty-five submissions", async (engine) => {
  const database = await temporaryDatabase(engine);
  for (const lead of people(26)) await append(database, lead, 100);
  expect(await deriveBatch(database, 200)).toEqual({ derived: 25, isFull: true });
  const names = (await leads(database)).map(({ email }) => email);
  expect(names).toEqual(people(25).map(({ email }) => email));
  expect(await deriveBatch(database, 200)).toEqual({ derived: 1, isFull: false });
});

function append(
  database: Database,
  lead: typeof ana,
  receivedAt: number,
  wording?: string,
): Promise<void> {
  return appendSubmission(database, { lead, surface: "popup", receivedAt, wording });
}

async function wantNext(database: Database): Promise<string[]> {
  const people = database.selectFrom("leads").select("email").where("wants_next", "=", 1);
  const rows = await people.orderBy("email").execute();
  return rows.map(({ email }) => email);
}

async function leads(database: Database) {
  const all: ListedLead[] = [];
  for await (const lead of listLeads(database)) all.push(lead);
  return all;
}
