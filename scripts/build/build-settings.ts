type Environment = Record<string, string | undefined>;

/** The public address of the site, which is written into the pages; without SITE_URL they are for this machine. */
export function siteUrl(environment: Environment): string {
  const { PORT: port } = environment;
  const site = originIn(environment, "SITE_URL", "Set it to the address of the page");
  return site ?? `http://localhost:${port?.trim() || 3000}`;
}

/** The address to which the pages send sign-ups; empty when it is that of the pages. */
export function functionOrigin(environment: Environment): string {
  return originIn(environment, "FUNCTION_URL", "Set it to the address of the server") ?? "";
}

/** A wrong address ends the build with the sentence that the server prints for SITE_URL (server/config.ts). */
function originIn(environment: Environment, name: string, advice: string): string | undefined {
  const text = environment[name]?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Error(`${name} is "${text}". ${advice}, like https://example.com.`);
}
