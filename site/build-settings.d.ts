interface ImportMetaEnv {
  /** Where the lead function stands when that is not the page's own address: see `FUNCTION_URL` in `.env.example`. */
  readonly FUNCTION_ORIGIN?: string;
  /** When the page was built, this was the coming event: the same as in the calendar file beside it. */
  readonly EVENT_PERIOD: { readonly start: string; readonly end: string };
}
