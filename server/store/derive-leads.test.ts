import { expect, test } from "vitest";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { deriveLeads } from "./derive-leads.ts";
import { type ListedLead, listLeads } from "./leads.ts";
import type { Database } from "./schema.ts";

test.each(engines)(
  "on %s two spellings of one e-mail are one lead with the newest values",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await append(database, ana, 100);
    await append(database, { ...ana, name: "Ana", email: "ANA@example.com", whatsapp: "abc" }, 200);
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
