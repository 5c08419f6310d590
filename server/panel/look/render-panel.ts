import { html } from "hono/html";
import type { Figures } from "#server/panel/figures/figures.ts";
import type { Trouble } from "#server/watch/trouble.ts";
import { panelDocument } from "./panel-document.ts";

/** What was done from the panel or by a command. */
export type ShownDeed = { at: number; deed: string; detail: string | null; fromPanel: boolean };

type PanelView = {
  figures: Figures;
  troubles: readonly Trouble[];
  /** The newest first. */
  deeds: readonly ShownDeed[];
  /** Whether the session may change something: only then the panel has buttons. */
  mayWrite: boolean;
  /** Whether the page renews itself. */
  renewing: boolean;
};

/** The whole page of the panel. */
export function renderPanel({ figures, troubles }: PanelView): string {
  return panelDocument({
    title: "Painel",
    body: html`<main><h1>${troubles.length}</h1><p>${figures.signUps.all}</p></main>`,
  });
}

type BrokenView = {
  troubles: readonly Trouble[];
  now: number;
  renewing: boolean;
};

/** The whole page of the panel while the figures cannot be read. */
export function renderBroken({ troubles }: BrokenView): string {
  return panelDocument({ title: "Painel", body: html`<main><h1>${troubles.length}</h1></main>` });
}
