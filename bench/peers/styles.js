// The styles of the whole document, in the order of `site/document.tsx`; each section brings its own.
import "../../site/styles/layers.css";
import "../../site/styles/reset.css";
import "../../site/styles/fonts.css";
import "../../site/styles/tokens.css";
import "../../site/styles/base.css";
