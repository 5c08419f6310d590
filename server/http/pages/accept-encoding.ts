/** The encodings in our order of preference: the first one is chosen if a browser accepts several equally well. */
const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

/** The available encoding that the browser prefers: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
export function chooseEncoding(
  header: string | undefined,
  available: readonly Encoding[],
): Encoding {
  const weights = readWeights(header ?? "");
  const ranked = encodings
    .filter((encoding) => available.includes(encoding))
    .map((encoding) => ({ encoding, weight: weightOf(encoding, weights) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  // If the browser accepts none of the available encodings, it gets plain bytes: the RFC prefers them to an error.
  return ranked[0]?.encoding ?? "identity";
}

function readWeights(header: string): Map<string, number> {
  return new Map(header.split(",").map(readWeight));
}

function readWeight(part: string): [string, number] {
  const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
  const quality = parameters
    .find((parameter) => /^q\s*=/.test(parameter))
    ?.replace(/^q\s*=\s*/, "");
  return [name === "x-gzip" ? "gzip" : name, quality === undefined ? 1 : Number(quality) || 0];
}

/**
 * Plain bytes (`identity`) are acceptable even if the browser does not name them, but less than any encoding that it
 * names.
 */
const unnamedIdentity = 0.0001;

function weightOf(encoding: Encoding, weights: Map<string, number>): number {
  return (
    weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? unnamedIdentity : 0)
  );
}
