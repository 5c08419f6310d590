import { expect, test } from "vitest";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { appendSubmissions } from "#server/store/submissions/submissions.ts";
import { openForFigures } from "#tests/support/panel/open-for-figures.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { readFigures } from "./read-figures.ts";

const now = Date.parse("2026-11-11T20:30:40-03:00");
const visit = { utm_source: "canario-origem", utm_campaign: "canario-campanha" };

test.each(engines)(
  "on %s nothing that a visitor typed or had in a link is in the figures",
  async (engine) => {
    const { database, deps } = await openForFigures(engine, now);
    const signUp = {
      lead: { name: "Canário Nome", email: "canario@example.com", whatsapp: "11 91234-5678" },
      surface: "popup",
      receivedAt: now,
      source: JSON.stringify({ first: visit, last: visit }),
      cta: "canario-botao",
      ip: "203.0.113.0",
      userAgent: "canario-navegador",
    } as const;
    const held = { ...signUp, flag: "honeypot" } as const;
    await appendSubmissions(database, [signUp, held, { ...signUp, surface: "page" }]);
    await deriveLeads(database, now);
    await database
      .updateTable("deliveries")
      .set({ state: "parked", due_at: null, last_outcome: "refused: canario@example.com" })
      .execute();
    const figures = await readFigures(deps);
    expect(figures.signUps).toMatchObject({ lastHour: 2, today: 2, all: 2, people: 1 });
    expect(figures.signUps.bySource).toEqual([{ source: "other", signUps: 2 }]);
    expect(figures.delivery).toMatchObject({ parked: 1, held: 1 });
    expect(JSON.stringify(figures)).not.toMatch(/can[áa]rio|91234|203\.0\.113/i);
  },
);
