import { html } from "hono/html";
import type { Html } from "#server/panel/look/panel-document.ts";

type Table = {
  caption?: string | undefined;
  /** The name of the first column, and those of the columns of numbers. */
  columns: readonly [string, ...string[]];
  rows: readonly Row[];
};

/** What stands first in a row, with a bar below it if there is one, and the row's numbers. */
type Row = { head: unknown; bar?: Html; numbers: readonly string[] };

/**
 * A table of numbers. The roles say what the elements say already, because some browsers forget it when a narrow screen
 * puts the numbers of a row below its name.
 */
export function table({ caption, columns, rows }: Table): Html {
  const [first, ...others] = columns;
  return html`<div class="table-box"><table class="table" role="table" data-numbers="${others.length}">
${caption && html`<caption class="table__caption">${caption}</caption>`}
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${first}</th>${others.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  ({
    head,
    bar,
    numbers,
  }) => html`<tr role="row"><th role="rowheader" scope="row">${head}${bar}</th>${numbers.map((number) => html`<td role="cell">${number}</td>`)}</tr>
`,
)}</tbody>
</table></div>`;
}
