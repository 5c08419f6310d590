/** The names of the values that are still samples, or contain samples, like `checkout` or `videos`. */
export function samplesIn(content: object): string[] {
  return Object.entries(content).flatMap(([name, value]) => (hasSample(value) ? name : []));
}

function hasSample(value: unknown): boolean {
  if (typeof value === "string") return isSample(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasSample);
}

/** Returns the value, or undefined for a sample, because visitors must not get a wrong e-mail address. */
export function realOnly(value: string): string | undefined {
  return isSample(value) ? undefined : value;
}

/**
 * A value is a sample if it has the word "exemplo" in it, or is a number of zeros, with or without Brazil's country
 * code.
 */
function isSample(value: string): boolean {
  return /exemplo/i.test(value) || /^(?:55)?0+$/.test(value.replace(/[\s./()+-]/g, ""));
}
