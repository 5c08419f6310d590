interface Uint8ArrayConstructor {
  /** `fromBase64` is missing in older browsers (Chromium before 140, Firefox before 133, Safari before 18.2). */
  fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
}

interface ImportMetaEnv {
  /**
   * The origin of the lead function; undefined if the function has the same origin as the page. See `FUNCTION_URL` in
   * `.env.example`.
   */
  readonly FUNCTION_ORIGIN?: string;
  /** The public address of the site, without a slash at its end. The server writes its own address in place of it. */
  readonly SITE_URL: string;
  /** Whether a lesson shows a drawn sample because the owner's picture is missing. */
  readonly DRAWN_LESSONS: boolean;
  /** The background color of the page as `#rrggbb`, read from `styles/tokens.first.css`. */
  readonly THEME_COLOR: string;
}

/** The text of a complete, minified script: `scripts/build/inline-scripts.ts` makes it. */
declare module "*?script" {
  const text: string;
  export default text;
}
