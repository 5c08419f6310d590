import type { ReactNode } from "react";
import { facesAtOnce, facesInTime } from "./early-faces.ts";
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

type DocumentProps = {
  head: ReactNode;
  assets: PageAssets;
  afterFirstScreen: string | undefined;
  children: ReactNode;
};

export function Document({ head, assets, afterFirstScreen, children }: DocumentProps) {
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        {head}
        <style>{assets.css}</style>
        <script>{afterFirstScreen ? facesAtOnce : facesInTime}</script>
        {/* The browser must not paint half of the first screen: that half would move when the rest comes. */}
        {afterFirstScreen && <link rel="expect" href={`#${afterFirstScreen}`} blocking="render" />}
        {assets.scripts.map((src) => (
          <script key={src}>{scriptAfterFirstPaint(src)}</script>
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}
