import type { ReactNode } from "react";
import { scriptAfterFirstPaint } from "./script-after-first-paint.ts";
import "./styles/layers.css";
import "./styles/reset.css";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

export type PageAssets = {
  /** The whole style sheet of the page, to stand in its head. */
  css: string;
  /** Module scripts, all of them after the first paint. */
  scripts: string[];
};

type DocumentProps = { head: ReactNode; assets: PageAssets; children: ReactNode };

/** The headline's: it alone is worth a request before the first paint. See `styles/tokens.css`. */
const firstFont = "/assets/besley-1.woff2";

export function Document({ head, assets, children }: DocumentProps) {
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        {head}
        <link rel="preload" as="font" type="font/woff2" href={firstFont} crossOrigin="" />
        <style>{assets.css}</style>
        {assets.scripts.map((src) => (
          <script key={src}>{scriptAfterFirstPaint(src)}</script>
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}
