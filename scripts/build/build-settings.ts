import { settings as phrases } from "#phrases/settings.ts";

type Environment = Record<string, string | undefined>;

/** The public URL of the site, which the build writes into the pages; our server replaces it with its own URL. */
export function siteUrl(environment: Environment): string {
  return originIn(environment, "SITE_URL", phrases.siteUrl) ?? "http://localhost:3000";
}

/** The origin to which the pages send sign-ups; an empty text means the origin of the pages themselves. */
export function functionOrigin(environment: Environment): string {
  return originIn(environment, "FUNCTION_URL", phrases.functionUrl) ?? "";
}

/** Reads the origin of the URL in a setting. A wrong URL ends the build with the sentence that `explain` returns. */
function originIn(
  environment: Environment,
  name: string,
  explain: (value: string) => string,
): string | undefined {
  const text = environment[name]?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Error(explain(text));
}
