export type Environment = Record<string, string | undefined>;

/** What one reader finds wrong goes to the list, so that all mistakes are told at once. */
export type Reading = { env: Environment; mistakes: string[] };

/** An empty setting is one that isn't set: `.env.example` is full of them. */
export function setting({ env }: Reading, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

export function wholeNumber(
  reading: Reading,
  name: string,
  { fallback, most }: { fallback: number; most: number },
): number {
  const text = setting(reading, name);
  if (text === undefined) return fallback;
  if (/^\d{1,9}$/.test(text) && Number(text) <= most) return Number(text);
  reading.mistakes.push(`${name} is "${text}". Set it to a whole number from 0 to ${most}.`);
  return fallback;
}

export function protocol(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}
