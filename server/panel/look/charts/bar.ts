import { html } from "hono/html";
import type { Html } from "#server/panel/look/panel-document.ts";

type Part = { share: number; kind?: string };

/** A bar that lies beside its number: screen readers skip it. */
export function bar(parts: readonly Part[]): Html {
  let from = 0;
  const pieces = parts.map(({ share, kind }) => {
    const piece = html`<rect class="bar__fill" ${kind && html`data-kind="${kind}"`} x="${percent(from)}" width="${percent(share)}" height="100%"/>`;
    from += share;
    return piece;
  });
  return html`<svg class="bar" aria-hidden="true" focusable="false"><rect class="bar__track" width="100%" height="100%"/>${pieces}</svg>`;
}

/** The share of something as the length of a bar, within the bar. */
export function percent(share: number): string {
  return `${(Math.min(Math.max(share, 0), 1) * 100).toFixed(2)}%`;
}
