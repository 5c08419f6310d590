// The styles of every page. Each style sheet is a file of its own; on the landing page those named `.first.css` come before
// the first paint, and all others behind the first screen.
import "./styles/reset.first.css";
import "./styles/fallback-fonts.first.css";
import "./styles/tokens.first.css";
import "./styles/base.first.css";
import "./styles/fonts.css";
import "./styles/print.css";
import "./styles/texts.css";
