import type { ReactNode } from "react";
import { loadInlineFonts, requestFontsEarly } from "./early-fonts.ts";
import { scriptAfterFirstPaint } from "./script-after-first-paint.ts";
import "./styles/layers.css";
import "./styles/reset.css";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

export type PageAssets = {
  /** The CSS text of the page, for a style element in its head. */
  css: string;
  /** The URLs of the module scripts that load after the first paint. */
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
        <script>{afterFirstScreen ? loadInlineFonts : requestFontsEarly}</script>
        {/*
         * The browser paints nothing before the whole first screen has arrived, because a part painted earlier would
         * move when the rest arrives.
         */}
        {afterFirstScreen && <link rel="expect" href={`#${afterFirstScreen}`} blocking="render" />}
        {assets.scripts.map((src) => (
          <script key={src}>{scriptAfterFirstPaint(src)}</script>
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}
