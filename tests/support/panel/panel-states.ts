import { door } from "#phrases/panel/door.ts";
import {
  renderConfirmation,
  renderEntry,
  renderFailure,
  renderNotice,
} from "#server/panel/look/message-pages.ts";
import { renderBroken, renderPanel } from "#server/panel/look/render-panel.ts";
import { renderReport } from "#server/panel/look/render-report.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import type { Trouble } from "#server/watch/trouble.ts";
import { busyFigures } from "./busy-figures.ts";
import { emptyFigures, quietFigures } from "./quiet-figures.ts";
import { sampleReport } from "./sample-report.ts";

const troubles: Trouble[] = [
  {
    name: "entrega-atrasada",
    sentence:
      "Há leads que ainda não chegaram ao ActiveCampaign. Nenhum se perdeu: todos estão guardados aqui.",
    command: "npm run leads -- doctor",
  },
  {
    name: "grupos-quase-cheios",
    sentence: "O último grupo aberto está quase cheio. Crie outro grupo no WhatsApp.",
    command: "npm run leads -- groups add <link>",
  },
];

const { now } = busyFigures;
const deeds = [
  { at: now - 60_000, deed: "phase", detail: "live", fromPanel: true },
  { at: now - 400_000, deed: "group full", detail: "3", fromPanel: true },
  { at: now - 7_200_000, deed: "backup", detail: null, fromPanel: false },
  { at: now - 90_000_000, deed: "panel link", detail: null, fromPanel: false },
];
const tripped = { since: now - 660_000, reason: "status 503", probeAt: now + 45_000 };
const circuit = { backOffUntil: 0, tripped, pausedAt: undefined, trips: 3 };
const failingDelivery = { ...busyFigures.delivery, circuit };
const pausedDelivery = {
  ...quietFigures.delivery,
  waiting: 12,
  circuit: { ...quietFigures.delivery.circuit, pausedAt: quietFigures.now - 300_000 },
};
const usual = { troubles: [], deeds: [], mayWrite: true, renewing: true };

/** Every page of the panel in every state, and the report, each by its name. */
export const panelStates: ReadonlyMap<string, string> = new Map([
  ["quiet", renderPanel({ ...usual, figures: quietFigures })],
  ["busy", renderPanel({ ...usual, figures: busyFigures, deeds })],
  [
    "trouble",
    renderPanel({
      ...usual,
      figures: { ...busyFigures, delivery: failingDelivery },
      deeds,
      troubles,
    }),
  ],
  [
    "read-only",
    renderPanel({
      ...usual,
      figures: { ...quietFigures, delivery: pausedDelivery },
      mayWrite: false,
      renewing: false,
    }),
  ],
  ["empty", renderPanel({ ...usual, figures: emptyFigures })],
  ["broken", renderBroken({ troubles: [], now, renewing: true })],
  ["broken-with-troubles", renderBroken({ troubles, now, renewing: true })],
  ["entry", renderEntry({ code: "Zm9v" })],
  ["notice", renderNotice({ ...door.notices.unusable, command: door.newLink })],
  [
    "confirmation",
    renderConfirmation({
      question: door.questions.groupFull.question(4),
      sentence: door.questions.groupFull.sentence(4),
      label: door.questions.groupFull.label,
      action: panelPaths.groupFull(4),
    }),
  ],
  ["failure", renderFailure({ sentence: door.failures.storeFails })],
  ["report", renderReport(sampleReport)],
]);
