interface ImportMetaEnv {
  /** Where the lead function stands when that is not the page's own address: see `FUNCTION_URL` in `.env.example`. */
  readonly FUNCTION_ORIGIN?: string;
}
