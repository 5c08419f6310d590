// The styles of every page. On the landing page the files named `.first.css` are loaded before the first paint, and all
// other style files after the first screen.
import "./styles/reset.first.css";
import "./styles/fallback-fonts.first.css";
import "./styles/tokens.first.css";
import "./styles/base.first.css";
import "./styles/fonts.css";
import "./styles/print.css";
import "./styles/texts.css";
