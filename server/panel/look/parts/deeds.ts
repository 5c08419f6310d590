import { html } from "hono/html";
import { describeDeed } from "#phrases/panel/names.ts";
import { panel } from "#phrases/panel/panel.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeMoment } from "#server/panel/look/writing.ts";
import { section } from "./section.ts";

const phrases = panel.deeds;

/** What was done from the panel or by a command. */
export type ShownDeed = { at: number; deed: string; detail: string | null; fromPanel: boolean };

export function deedList(deeds: readonly ShownDeed[], now: number): Html {
  const list = html`<ol class="deeds">${deeds.map(
    ({ at, deed, detail, fromPanel }) =>
      html`<li class="deed"><time datetime="${new Date(at).toISOString()}">${writeMoment(at, now)}</time> <span>${describeDeed(deed, detail)}, ${fromPanel ? phrases.fromPanel : phrases.byCommand}</span></li>
`,
  )}</ol>`;
  const none = html`<p class="part__note">${phrases.none}</p>`;
  return section("deeds", phrases.title, deeds.length > 0 ? list : none);
}
