import loadFont from "#site/inline/load-font.ts?script";
import { inlineFace } from "./inline-fonts.ts";
import atkinson from "./other-pages-atkinson.woff2?inline";
import besley from "./other-pages-besley.woff2?inline";

/** The fonts of every page but the landing page, for its head. `npm run fonts` makes them. */
export function OtherPageFonts() {
  return (
    <>
      <style>{inlineFace("Besley first", besley)}</style>
      <script>{loadFont}</script>
      <style>{inlineFace("Atkinson first", atkinson)}</style>
      <script>{loadFont}</script>
    </>
  );
}
