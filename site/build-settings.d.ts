interface ImportMetaEnv {
  /**
   * The origin of the lead function; missing if the function has the same origin as the page. See `FUNCTION_URL` in
   * `.env.example`.
   */
  readonly FUNCTION_ORIGIN?: string;
  /** The background color of the page as `#rrggbb`, read from `styles/tokens.css`. */
  readonly THEME_COLOR: string;
}
