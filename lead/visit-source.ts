export const visitParameters = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "fbclid",
  "gclid",
  "gbraid",
  "wbraid",
  "msclkid",
  "ttclid",
] as const;

/** The site or campaign that a visit came from. */
export type VisitSource = Partial<Record<(typeof visitParameters)[number] | "referrer", string>>;

const maxValueLength = 200;

/**
 * Reads the source of a visit from an untrusted object: the parameters of a URL, browser storage or a request. Keeps
 * only the known names, and of these only the values that are texts.
 */
export function readSource(input: unknown): VisitSource | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const values = new Map<string, unknown>(Object.entries(input));
  const source: VisitSource = {};
  for (const name of [...visitParameters, "referrer"] as const) {
    const value = values.get(name);
    if (typeof value === "string") source[name] = wellFormed(value.slice(0, maxValueLength));
  }
  return Object.keys(source).length > 0 ? source : undefined;
}

/**
 * Replaces the half character that can remain at the end of a text that was cut. `toWellFormed` would do the same, but
 * Safari before 16.4 and Chromium before 111 lack it.
 */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** All names under which visits are counted by source. The counts never contain free text from a link. */
export const sourceNames = [
  "instagram",
  "facebook",
  "whatsapp",
  "youtube",
  "tiktok",
  "google",
  "telegram",
  "email",
  "indicacao",
  "direct",
  "other",
] as const;
export type SourceName = (typeof sourceNames)[number];

/** The patterns for names and hosts of each source. The first pattern that matches decides. */
const known: ReadonlyArray<[SourceName, RegExp]> = [
  ["instagram", /instagram|^ig$/],
  ["facebook", /facebook|^fb$/],
  ["whatsapp", /whats|^wa\.me/],
  ["youtube", /youtu/],
  ["tiktok", /tiktok/],
  ["google", /google/],
  ["telegram", /telegram|^t\.me/],
  ["email", /mail|activecampaign|news/],
  ["indicacao", /indicacao/],
];

/** The name under which a visitor is counted: that of the last source, or else of the first source. */
export function sourceName({
  first,
  last,
}: {
  first?: VisitSource | undefined;
  last?: VisitSource | undefined;
}): SourceName {
  const visit = last ?? first;
  if (!visit) return "direct";
  const text = (visit.utm_source || hostOf(visit.referrer)).toLowerCase();
  return known.find(([, name]) => name.test(text))?.[0] ?? "other";
}

function hostOf(address = ""): string {
  return address.replace(/^\w+:\/\/|[/:].*$/g, "");
}
