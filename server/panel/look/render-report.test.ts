import { expect, test } from "vitest";
import { report as phrases } from "#phrases/panel/report.ts";
import { panelStates } from "#tests/support/panel/panel-states.ts";
import { sampleReport } from "#tests/support/panel/sample-report.ts";
import { renderReport } from "./render-report.ts";

test("the report needs no other file and no connection: its fonts are inside it", () => {
  const page = panelStates.get("report") ?? "";
  expect(page.match(/url\("?data:font\/woff2;base64,/g)).toHaveLength(2);
  expect(page).not.toMatch(/url\((?!"?data:)|@import|<script|\ssrc=|<link|https?:/);
});

test("the report shows the numbers that it was given", () => {
  const page = renderReport(sampleReport);
  expect(page).toContain("168.204");
  expect(page).toContain(phrases.night("11/11/2026"));
  expect(page).toContain(phrases.longer("30\u00a0min"));
});

test("the report of a span without a class, without a visit and without a delivery is whole", () => {
  const page = renderReport({
    ...sampleReport,
    event: undefined,
    signUps: 0,
    people: 0,
    byMinute: [],
    bySource: [],
    steps: [],
    lag: undefined,
    lags: [],
    pages: { vitals: [], errors: [] },
  });
  expect(page).toContain(phrases.day("11/11/2026"));
  expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
});
