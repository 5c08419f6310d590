import type { ReactNode } from "react";
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

const fonts = ["/assets/besley-1.woff2", "/assets/atkinson-1.woff2"];

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
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
        ))}
        <style>{assets.css}</style>
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} async fetchPriority="low" />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}
