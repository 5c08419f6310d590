import { settings as phrases } from "#phrases/settings.ts";

export type Environment = Record<string, string | undefined>;

/** Each wrong setting adds to `mistakes`, so that the operator sees all of them at once. */
export type SettingsReader = { env: Environment; mistakes: string[] };

/**
 * The fewest characters of a token: a shorter one could be guessed. That of the metrics tells figures, and that of the tick
 * could use up the processor time of a platform.
 */
export const minTokenLength = 16;

/** Reads a setting. An empty setting counts as not set, because `.env.example` has many empty settings. */
export function setting({ env }: Pick<SettingsReader, "env">, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

export function wholeNumber(
  reader: SettingsReader,
  name: string,
  { fallback, max }: { fallback: number; max: number },
): number {
  const text = setting(reader, name);
  if (text === undefined) return fallback;
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
  reader.mistakes.push(phrases.wholeNumber(name, text, max));
  return fallback;
}

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a secret is safe on its way to this URL: it may go unencrypted only to this machine. */
export function isSafeAddress(url: string): boolean {
  const scheme = protocol(url);
  return scheme === "https:" || (scheme === "http:" && isOnThisMachine(url));
}

export function isOnThisMachine(url: string): boolean {
  return loopbackHosts.includes(new URL(url).hostname);
}

export function protocol(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}
