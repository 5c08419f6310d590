interface ImportMetaEnv {
  /**
   * The origin of the lead function; missing if the function has the same origin as the page. See `FUNCTION_URL` in
   * `.env.example`.
   */
  readonly FUNCTION_ORIGIN?: string;
  /** The public address of the site, without a slash at its end. */
  readonly SITE_URL: string;
  /** The background color of the page as `#rrggbb`, read from `styles/tokens.css`. */
  readonly THEME_COLOR: string;
}
