import { alarms } from "#phrases/alarms.ts";
import { actionAt, panelPaths } from "#server/panel/actions.ts";
import { entryPage, failurePage, noticePage, questionPage } from "#server/panel/answers.ts";
import { renderPanel, renderUnreadable } from "#server/panel/view.ts";
import { busyFigures } from "./busy-figures.ts";
import { emptyFigures, quietFigures } from "./quiet-figures.ts";

const troubles = [alarms.leadsWait, alarms.leadParked, alarms.groupsNearlyFull];

const { now } = busyFigures;
const actions = [
  { at: now - 60_000, action: "phase", detail: "live", fromPanel: true },
  { at: now - 400_000, action: "group full", detail: "3", fromPanel: true },
  { at: now - 7_200_000, action: "restore", detail: null, fromPanel: false },
  { at: now - 90_000_000, action: "panel link", detail: null, fromPanel: false },
];
const tripped = { since: now - 660_000, reason: "status 503", probeAt: now + 45_000 };
const circuit = { backOffUntil: 0, tripped, pausedAt: undefined, trips: 3 };
const failingDelivery = { ...busyFigures.delivery, circuit };
const pausedDelivery = {
  ...quietFigures.delivery,
  waiting: 12,
  circuit: { ...quietFigures.delivery.circuit, pausedAt: quietFigures.now - 300_000 },
};
const usual = { troubles: [], actions: [], pageFormSends: true, mayWrite: true, renews: true };

const { room } = panelPaths;
const question = actionAt(room);

/** Every page of the panel in every state, each by its name. */
export const panelStates: ReadonlyMap<string, string> = new Map([
  ["quiet", renderPanel({ ...usual, figures: quietFigures })],
  ["silent-form", renderPanel({ ...usual, figures: quietFigures, pageFormSends: false })],
  ["busy", renderPanel({ ...usual, figures: busyFigures, actions })],
  [
    "trouble",
    renderPanel({
      ...usual,
      figures: { ...busyFigures, delivery: failingDelivery },
      actions,
      troubles,
    }),
  ],
  [
    "read-only",
    renderPanel({
      ...usual,
      figures: { ...quietFigures, delivery: pausedDelivery },
      mayWrite: false,
      renews: false,
    }),
  ],
  ["empty", renderPanel({ ...usual, figures: emptyFigures })],
  ["broken", renderUnreadable({ troubles: [], now, renews: true })],
  ["broken-with-troubles", renderUnreadable({ troubles, now, renews: true })],
  ["entry", entryPage("Zm9v")],
  ["notice", noticePage("unusable")],
  ["confirmation", question === undefined ? "" : questionPage(question, room)],
  ["failure", failurePage("storeFails")],
]);
