import { html } from "hono/html";
import type { Html } from "#server/panel/look/panel-document.ts";

/** A part of the panel under a heading of its own. Its name places it in the grid. */
export function section(name: string, title: string, body: Html): Html {
  return html`<section class="part part--${name}" aria-labelledby="${name}">
<h2 class="part__title" id="${name}">${title}</h2>
${body}
</section>
`;
}

/** A figure with its name. `more` says something about it; `act` is the command for the operator. */
export type Fact = {
  name: string;
  value: string;
  more?: string | false | undefined;
  act?: string | false;
};

export function facts(rows: readonly Fact[]): Html {
  return html`<dl class="facts">
${rows.map(
  ({ name, value, more, act }) =>
    html`<div class="facts__row"><dt>${name}</dt><dd>${value}${more && html` <span class="facts__more">${more}</span>`}</dd>${act && html`<dd class="facts__act">${command(act)}</dd>`}</div>
`,
)}</dl>`;
}

/** The command that the operator copies to the server. */
export function command(text: string): Html {
  return html`<code class="command">${text}</code>`;
}
