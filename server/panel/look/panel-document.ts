import { html, raw } from "hono/html";
import styles from "./panel.css?inline";

/** A piece of a page; `html` has escaped the texts in it. */
export type Html = ReturnType<typeof html>;

/** The bytes inside the only `<style>` of each page of the panel: its Content-Security-Policy names their hash. */
export const panelStyles: string = styles.trim();

type PanelPage = { title: string; body: Html };

/** A whole page of the panel. It holds no script, and loads nothing but the fonts and the icon of the site. */
export function panelDocument({ title, body }: PanelPage): string {
  const icon = html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">`;
  return wholePage({ title, body, head: icon, style: panelStyles });
}

type Page = PanelPage & { head?: Html; style: string };

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
