import { loadInlineFont } from "#site/ui/fonts/inline-font.ts";

// For a page besides the landing page, right after the styles with the font.
loadInlineFont(document.currentScript?.previousElementSibling);
