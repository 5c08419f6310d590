import pino from "pino";
import { onTestFinished } from "vitest";
import { hourMs } from "#event/time-zone.ts";
import { type PageReport, pageReportPath } from "#lead/page-report.ts";
import { createVisitCounter } from "#server/counts/visit-counter.ts";
import { openApp, type Special } from "./app.ts";

/** A time half a minute after the beginning of a minute, and 90 s after the beginning of an hour. */
export const reportNow = 400_000 * hourMs + 90_000;
const home = "https://black.example";

/** The headers of a visitor's browser. */
export const visitor = {
  origin: home,
  "sec-fetch-site": "same-origin",
  "user-agent": "Mozilla/5.0",
};

export const report = {
  source: "instagram",
  steps: [
    ["view", "none", 1],
    ["form-begun", "popup", 2],
  ],
} satisfies PageReport;

/** The application; its counts are written to the store when the test asks for it. */
export async function openReportSite(special: Special = {}) {
  const rows: unknown[] = [];
  const { app, database } = await openApp({
    clock: () => reportNow,
    allowedOrigins: [home],
    countVisits: (counts) => {
      rows.push(...counts);
      counter.add(counts);
    },
    ...special,
  });
  const counter = createVisitCounter({ database, log: pino({ level: "silent" }) });
  onTestFinished(() => counter.stop());
  const send = async (body: unknown, headers: Record<string, string> = visitor) =>
    app.request(pageReportPath, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": "text/plain;charset=UTF-8", ...headers },
    });
  return { app, send, flush: counter.flush, counted: () => rows.length, database };
}
