import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { phases as words } from "#content/phases.ts";
import { editionAt } from "#event/edition.ts";
import { timesInWords } from "#event/event-state.ts";
import { type ChosenPhase, chosenPhases, type Override } from "#event/override.ts";
import { dayMs, minuteMs } from "#event/time-zone.ts";
import { addContactPath } from "#lead/contract.ts";
import { type BuiltSite, openBuiltSite } from "#tests/support/app/built-site.ts";
import { visibleText } from "#tests/support/built/visible-text.ts";

const duringClass = "2026-11-11T20:10:00-03:00";
const movedTo = Date.parse("2026-11-13T19:30:00-03:00");
const moved: Override = { ...chosenOf(undefined), movedTo };

let site: BuiltSite;

beforeAll(async () => {
  site = await openBuiltSite();
});
afterAll(() => site.close());

test.each(chosenPhases)(
  "the phase “%s”, chosen by the operator, is in every page that follows the event",
  async (name) => {
    const override = chosenOf(name);
    for (const path of ["/", "/aovivo", "/inscricao-recebida"]) {
      const { status, html } = await site.ask(path, duringClass, { override });
      const leadsToClass = path === "/aovivo" && name === "live";
      expect(status).toBe(leadsToClass ? 302 : 200);
      if (!leadsToClass) expect(html).toContain(`data-phase="${name}"`);
    }
    const back = await site.ask("/", duringClass, { override: chosenOf(undefined) });
    expect(back.html).toContain('data-phase="live"');
  },
);

test("a late class has no way in yet, and a cancelled one none any more", async () => {
  for (const name of ["waiting", "cancelled"] as const) {
    const override = chosenOf(name);
    const page = await site.ask("/", duringClass, { override });
    expect(visibleText(page.html)).not.toContain(words.enter);
    expect((await site.ask("/aovivo", duringClass, { override })).status).toBe(200);
  }
});

test("no page names the planned date or hour of a moved class", async () => {
  // The texts of the built pages name the date and the hour that the owner has written.
  const event = { ...launch.event, year: 2026 };
  const at = "2026-02-01T12:00:00-03:00";
  const { plannedStart } = editionAt(event, Date.parse(at));
  const movedTo = plannedStart + dayMs + 60 * minuteMs;
  const ofOwner = await openBuiltSite(event);
  const planned = timesInWords(plannedStart, event.timeZone);
  const wrong = [planned.date, `às\u00a0${planned.hour}`, `às ${planned.hour}`];
  for (const path of ["/", "/aovivo", "/inscricao-recebida", "/termos-uso"]) {
    const { html } = await ofOwner.ask(path, at, { override: { ...moved, movedTo } });
    const text = visibleText(html) + metasOf(html);
    for (const times of wrong) expect(text).not.toContain(times);
  }
  const { html } = await ofOwner.ask("/", at, { override: { ...moved, movedTo } });
  expect(visibleText(html)).toContain(timesInWords(movedTo, event.timeZone).date);
  await ofOwner.close();
});

test("after the class the page that asks again for wrong data names the wording of the next class", async () => {
  const { current, currentNext } = messages.wordings;
  const body = new URLSearchParams({ apikey: "key", surface: "popup", email: "nowhere" });
  const request = { method: "POST", body };
  for (const [at, notice] of [
    ["2026-11-11T21:59:59-03:00", current.notice],
    ["2026-11-11T22:00:00-03:00", currentNext.notice],
  ] as const) {
    const { status, html } = await site.ask(addContactPath, at, { request });
    expect(status).toBe(422);
    expect(html).toContain(`value="${notice}"`);
  }
});

function chosenOf(name: ChosenPhase | undefined): Override {
  const since = Date.parse(duringClass);
  const phase = name && { name, since };
  return { edition: 2026, phase, movedTo: undefined, sequence: 1, changedAt: since };
}

/** The title and the descriptions for search engines and messengers. */
function metasOf(html: string): string {
  const metas = html.match(/<title>[^<]*|<meta [^>]*(?:description|title)"[^>]*>/g) ?? [];
  return metas.join("\n");
}
