import { html } from "hono/html";
import { panel } from "#phrases/panel/panel.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeSecond } from "#server/panel/look/writing.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import type { Trouble } from "#server/watch/trouble.ts";
import { command } from "./section.ts";

const phrases = panel.verdict;

/** What the title of the page and its first line say: whether the operator must act. */
export function verdictText(troubles: readonly Trouble[]): string {
  return troubles.length === 0 ? phrases.fine : phrases.troubles(troubles.length);
}

type Verdict = {
  name?: string;
  title: string;
  troubles: readonly Trouble[];
  isFine: boolean;
  /** What stands below the troubles. */
  more: Html;
};

/** The first thing on the page: whether all is well, or what is wrong and which command mends it. */
export function verdict({ name = panel.name, title, troubles, isFine, more }: Verdict): Html {
  return html`<header class="verdict lit" data-state="${isFine ? "fine" : "trouble"}">
<p class="verdict__name">${name}</p>
<h1 class="verdict__title">${title}</h1>
${troubles.length > 0 && html`<ul class="verdict__troubles">${troubles.map(trouble)}</ul>`}
${more}
</header>
`;
}

function trouble({ sentence, command: text }: Trouble): Html {
  return html`<li class="trouble"><p class="trouble__sentence">${sentence}</p>
<p class="trouble__command">${phrases.runOnServer} ${command(text)}</p></li>`;
}

type Renewal = { now: number; renewing: boolean; said?: (time: string) => string };

/** How old the page is, and the link that stops it from renewing itself or lets it go on (WCAG 2.2.1 and 2.2.4). */
export function renewal({ now, renewing, said = phrases.readAt }: Renewal): Html {
  const link = renewing
    ? html`<a href="${panelPaths.still}">${phrases.stop}</a>`
    : html`<a href="${panelPaths.panel}">${phrases.renew}</a>`;
  return html`<p class="verdict__renewal">${said(writeSecond(now))} ${renewing ? phrases.renews : phrases.still} ${link}</p>`;
}
