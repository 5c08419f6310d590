import { html, raw } from "hono/html";
import rules from "./panel.css?inline";
import fonts from "./panel-fonts.css?inline";

/** A piece of a page; `html` has escaped the texts in it. */
export type Html = ReturnType<typeof html>;

/** The bytes inside the only `<style>` of each page of the panel: its Content-Security-Policy names their hash. */
export const panelStyles: string = `${fonts}${rules}`.trim();

export const panelName = "Painel da Black AHSD";

/** A whole page of the panel. It holds no script, and loads nothing but the fonts and the icon of the site. */
export function panelPage({ title, body }: { title: string; body: Html }): string {
  const head = html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">`;
  return wholePage({ title: `${title} | Painel`, body, head, style: panelStyles });
}

type Page = { title: string; body: Html; head?: Html; style: string };

export function wholePage({ title, body, head, style }: Page): string {
  const page = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}
<style>${raw(style)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return String(page);
}

/** How much of a wide screen a section takes. */
export type Width = "all" | "two-thirds" | "half" | "third";

/** A part of a page under a heading of its own. */
export function section(name: string, title: string, body: Html, width: Width = "all"): Html {
  return html`<section class="section ${name} ${width}" aria-labelledby="${name}">
<h2 id="${name}">${title}</h2>
${body}
</section>
`;
}

/** What stands in the place of figures, or explains them. */
export function note(text: string): Html {
  return html`<p class="note">${text}</p>`;
}

/** The command that the operator copies to the server. */
export function command(text: string): Html {
  return html`<code class="command">${text}</code>`;
}

type LargeNumber = { name: string; value: string; note?: string };

/** Figures that are read from afar. */
export function largeNumbers(title: string, numbers: readonly LargeNumber[]): Html {
  const rows = numbers.map(
    ({ name, value, note }) =>
      html`<div><dt>${name}</dt><dd><strong>${value}</strong>${note && html` <span class="note">${note}</span>`}</dd></div>
`,
  );
  return section("numbers", title, html`<dl class="large-numbers">\n${rows}</dl>`);
}

/** A figure with its name. `note` says something about it; `mend` is the command for the operator. */
export type Fact = {
  name: string;
  value: string;
  note?: string | undefined;
  mend?: string | undefined;
};

export function factList(facts: readonly Fact[]): Html {
  const rows = facts.map(
    ({ name, value, note, mend }) =>
      html`<div><dt class="quiet">${name}</dt><dd>${value}${note && html` <span class="note">${note}</span>`}</dd>${mend && html`<dd>${command(mend)}</dd>`}</div>
`,
  );
  return html`<dl class="facts side-by-side">\n${rows}</dl>`;
}

type Table = {
  caption?: string | undefined;
  /** The name of the first column, and those of the columns of numbers. */
  columns: readonly [string, ...string[]];
  /** What stands first in a row, with a bar below it if there is one, and the row's numbers. */
  rows: readonly { head: unknown; bar?: Html; numbers: readonly string[] }[];
};

/**
 * A table of numbers. The roles say what the elements say already, because some browsers forget it when a narrow screen
 * puts the numbers of a row below its name.
 */
export function table({ caption, columns: [first, ...others], rows }: Table): Html {
  const lines = rows.map(
    ({ head, bar, numbers }) =>
      html`<tr role="row"><th role="rowheader" scope="row">${head}${bar}</th>${numbers.map((number) => html`<td role="cell">${number}</td>`)}</tr>
`,
  );
  return html`<div class="table-box"><table role="table" data-numbers="${others.length}">
${caption && html`<caption>${caption}</caption>`}
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${first}</th>${others.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">
${lines}</tbody>
</table></div>`;
}

/** A link to the page that asks before something is changed. `label` is its whole name, if `text` leaves out a part. */
export type ActionLink = { href: string; text: string; label?: string };

export function actionLinks(links: readonly ActionLink[]): Html {
  return html`<p class="actions row screen-only">${links.map(
    ({ href, text, label }) =>
      html`<a class="button button--quiet" href="${href}"${label && html` aria-label="${label}"`}>${text}</a>
`,
  )}</p>`;
}
