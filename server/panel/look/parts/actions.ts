import { html } from "hono/html";
import type { Html } from "#server/panel/look/panel-document.ts";

/** A link to the page that asks before something is changed. `label` is its whole name, if `text` leaves out a part. */
type Action = { href: string; text: string; label?: string };

export function actions(links: readonly Action[]): Html {
  return html`<p class="actions">${links.map(
    ({
      href,
      text,
      label,
    }) => html`<a class="button button--quiet" href="${href}"${label && html` aria-label="${label}"`}>${text}</a>
`,
  )}</p>`;
}
