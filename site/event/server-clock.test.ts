import { afterEach, expect, test, vi } from "vitest";
import { eventStateAt } from "#event/event-state.ts";
import { pageSchedule } from "#event/page-schedule.ts";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import { askServer } from "./server-clock.ts";

const now = Date.parse("2026-10-01T12:00:00-03:00");
const state = eventStateAt({ ...frozenLaunch.event, year: 2026 }, now);
const schedule = pageSchedule(state, "server");

afterEach(() => vi.unstubAllGlobals());

test("a tab learns the server's time and schedule", async () => {
  answer(Response.json({ ...schedule, now: Date.now() + 60_000 }));
  const learned = await askServer();
  expect(learned?.schedule).toMatchObject({ phase: "before" });
  expect(learned?.aheadMs).toBeGreaterThan(0);
});

test.each([
  ["an empty object", () => Response.json({})],
  ["nothing", () => Response.json(null)],
  ["a text as its time", () => Response.json({ ...schedule, now: "12:00" })],
  ["another page", () => new Response("<html></html>")],
  ["an error", () => Response.json({ ...schedule, now }, { status: 500 })],
  ["no answer", () => Response.error()],
])("a tab learns nothing from a proxy that gives it %s", async (_, response) => {
  answer(response());
  expect(await askServer()).toBeUndefined();
});

function answer(response: Response): void {
  vi.stubGlobal("fetch", async () => response);
}
