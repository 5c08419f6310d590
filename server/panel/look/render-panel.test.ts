import { expect, test } from "vitest";
import { describeDeed } from "#phrases/panel/names.ts";
import { panel } from "#phrases/panel/panel.ts";
import { running } from "#phrases/panel/running.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import { busyFigures } from "#tests/support/panel/busy-figures.ts";
import { emptyFigures, quietFigures } from "#tests/support/panel/quiet-figures.ts";
import { renderBroken, renderPanel } from "./render-panel.ts";

const usual = {
  figures: quietFigures,
  troubles: [],
  deeds: [],
  mayWrite: true,
  renewing: true,
} as const;
const trouble = {
  name: "entrega-atrasada",
  sentence: "Há leads que esperam.",
  command: "x -- y",
} as const;
const paused = { ...quietFigures.delivery.circuit, pausedAt: quietFigures.now - 60_000 };

test("the parts of the panel come in the order in which the operator needs them, the verdict first", () => {
  const page = renderPanel({ ...usual, figures: busyFigures });
  const titles = [...page.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/g)].map(([, text]) => text);
  expect(titles).toEqual([
    panel.verdict.fine,
    panel.signUps.title,
    panel.charts.byMinute,
    panel.charts.byHour,
    panel.charts.bySource,
    panel.steps.title,
    running.delivery.title,
    panel.groups.title,
    running.state.title,
    panel.pages.title,
    panel.deeds.title,
  ]);
});

test("a trouble takes the place of the good news, with its sentence and its command", () => {
  const page = renderPanel({ ...usual, troubles: [trouble] });
  expect(page).not.toContain(panel.verdict.fine);
  expect(page).toContain(`<title>${panel.title(panel.verdict.troubles(1))}</title>`);
  expect(page).toContain(trouble.sentence);
  expect(page).toContain(`<code class="command">${trouble.command}</code>`);
});

test("all bars are hidden from screen readers, and their numbers stand in tables", () => {
  const page = renderPanel({ ...usual, figures: busyFigures });
  expect(page.match(/<svg class="bar"/g)?.length).toBeGreaterThan(20);
  expect(page).not.toMatch(/<svg (?!class="bar" aria-hidden="true"|class="columns__)/);
  expect(page.match(/<div class="columns" aria-hidden="true">/g)).toHaveLength(2);
  for (const { signUps } of busyFigures.signUps.byMinute ?? [])
    expect(page).toContain(`<td role="cell">${signUps.toLocaleString("pt-BR")}</td>`);
});

test("an access that may only look gets no link to an action, and the page says so", () => {
  const actions = /href="\/painel\/acao/;
  expect(renderPanel(usual)).toMatch(actions);
  const page = renderPanel({ ...usual, mayWrite: false });
  expect(page).not.toMatch(actions);
  expect(page).toContain(panel.verdict.readOnly);
});

test("deliveries that the operator has paused are named beside the verdict, with the way to let them go on", () => {
  const delivery = { ...quietFigures.delivery, circuit: paused };
  const page = renderPanel({ ...usual, figures: { ...quietFigures, delivery } });
  expect(page).toContain(panel.verdict.paused("hoje, 15:11"));
  expect(page).toContain(`href="${panelPaths.resume}"`);
  expect(page).not.toContain(`href="${panelPaths.pause}"`);
});

test("only open groups can be marked as full, and no invitation is shown", () => {
  const page = renderPanel({ ...usual, figures: busyFigures });
  const full = [...page.matchAll(/acao\/grupo\/(\d+)\/cheio/g)].map(([, id]) => id);
  expect(full).toEqual(["4", "5"]);
  expect(page.split(panel.groups.said("3"))).toHaveLength(2);
  expect(page).not.toContain(panel.groups.said("0"));
  expect(page).not.toContain("chat.whatsapp.com");
});

test("the page says that it renews itself and how to stop that, or how to let it go on", () => {
  expect(renderPanel(usual)).toContain(`<a href="${panelPaths.still}">${panel.verdict.stop}</a>`);
  const still = renderPanel({ ...usual, renewing: false });
  expect(still).toContain(`<a href="${panelPaths.panel}">${panel.verdict.renew}</a>`);
  expect(still).not.toContain(panel.verdict.renews);
});

test("before the first visit every part says that it has nothing yet, and no number is missing", () => {
  const page = renderPanel({ ...usual, figures: emptyFigures });
  expect(page).toContain(panel.charts.nothing);
  expect(page).toContain(panel.steps.nothing);
  expect(page).toContain(panel.deeds.none);
  expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
});

test("what the store and the visitors' browsers name is shown as text, never as HTML", () => {
  const hostile = `<img src=x onerror="a()">`;
  const tripped = { since: quietFigures.now, reason: hostile, probeAt: quietFigures.now };
  const circuit = { ...quietFigures.delivery.circuit, tripped };
  const page = renderPanel({
    ...usual,
    troubles: [{ ...trouble, sentence: hostile }],
    deeds: [{ at: quietFigures.now, deed: hostile, detail: hostile, fromPanel: true }],
    figures: {
      ...quietFigures,
      delivery: { ...quietFigures.delivery, circuit },
      state: { ...quietFigures.state, version: hostile },
      pages: {
        vitals: [],
        errors: [{ errorClass: hostile, file: hostile, build: hostile, count: 1 }],
      },
    },
  });
  expect(page).not.toContain("<img");
  expect(page.match(/&lt;img/g)).toHaveLength(8);
});

test("while the figures cannot be read, the page says so, names the troubles and shows no number", () => {
  const page = renderBroken({ troubles: [trouble], now: quietFigures.now, renewing: true });
  expect(page).toContain(panel.verdict.broken);
  expect(page).toContain(trouble.sentence);
  expect(page).toContain(panel.verdict.brokenCommand);
  expect(page).not.toContain(panel.signUps.title);
});

test("a deed is told in words, and one of another version of this program by its name", () => {
  expect(describeDeed("phase", "live")).toContain("ao vivo");
  expect(describeDeed("group full", "3")).toContain("3");
  expect(describeDeed("dance", "twice")).toBe("dance twice");
});
