import { changeFont } from "#site/ui/fonts/change-font.ts";
import { loadInlineFont } from "#site/ui/fonts/inline-font.ts";

// The texts of the first screen, which may have been painted in a fallback font already.
const texts = ".page-header :is(a, label), .hero :is(p, .button, .hidden-price__label)";

void loadInlineFont(document.querySelector("svg > style"))
  .load()
  .then(() => document.querySelectorAll<HTMLElement>(texts).forEach(changeFont));
