import type { ReactNode } from "react";
import { jsonInScript, type PageSchedule, scheduleId } from "#event/page-schedule.ts";
import loadPageScript from "./inline/load-page-script.ts?script";
import { OtherPageFonts } from "./pages/fonts/other-page-fonts.tsx";
import { Announcement } from "./ui/announcement.tsx";
import "./styles/layers.css";
import "./styles/reset.css";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

export type PageAssets = {
  /** The CSS text of the page, for a style element in its head. */
  css: string;
  /** The CSS text for what comes after the first screen. */
  lateCss: string;
  /** The URLs of the module scripts that load after the first paint. */
  scripts: string[];
};

/** The end of a page that is painted as a whole. */
const endId = "end";

type DocumentProps = {
  head: ReactNode;
  assets: PageAssets;
  afterFirstScreen: string | undefined;
  /** Undefined for a page that says the same in every phase of the event. */
  schedule: PageSchedule | undefined;
  children: ReactNode;
};

export function Document(props: DocumentProps) {
  const { head, assets, afterFirstScreen, schedule, children } = props;
  return (
    <html lang="pt-BR" data-phase={schedule?.phase}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        {head}
        {schedule && <Schedule schedule={schedule} />}
        <style>{assets.css}</style>
        {!afterFirstScreen && <OtherPageFonts />}
        {/*
         * The browser paints nothing before the whole first screen, or the whole short page, has arrived, because a part
         * painted earlier would move when the rest arrives.
         */}
        <link rel="expect" href={`#${afterFirstScreen ?? endId}`} blocking="render" />
      </head>
      <body>
        {children}
        {schedule && <Announcement />}
        {!afterFirstScreen && <span id={endId} />}
        {/* At the end, because the browser would run them before the first paint, for which they only wait. */}
        {assets.scripts.map((src) => (
          <script key={src} data-src={src}>
            {loadPageScript}
          </script>
        ))}
      </body>
    </html>
  );
}

/** The script of the page reads this element; our server and the script keep it up to date. */
function Schedule({ schedule }: { schedule: PageSchedule }) {
  return (
    <script type="application/json" id={scheduleId}>
      {jsonInScript(schedule)}
    </script>
  );
}
