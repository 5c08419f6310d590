/**
 * The rules by which the HTTP Observatory scores a site, as published in `src/grader/charts.js`, `src/scanner/index.js`
 * and `src/analyzer/tests/` of https://github.com/mdn/mdn-http-observatory (scoring of version 5). HTTPS and
 * the redirection to it count nothing here, because only a real host can have them.
 */
export type Answer = { headers: Headers; html: string };
export type Score = { score: number; modifiers: Record<string, number> };

const baseline = 100;
/** A bonus counts only if the score without it is at least this. */
const minForBonus = 90;
const sixMonthsSeconds = 15_552_000;

const broad = /^(?:\*|(?:ftp|https?):(?:\/\/\*(?:\.\*)?)?)$/;
const unsafeInline = /^(?:'unsafe-inline'|data:)$/;
const insecureScheme = /^(?:http|ftp):/;

export function observatoryScore(answer: Answer): Score {
  const policy = readPolicy(answer.headers.get("content-security-policy"));
  const modifiers = {
    "content-security-policy": policy === undefined ? -25 : policyModifier(policy),
    cookies: answer.headers.has("set-cookie") ? -20 : 0,
    "cross-origin-resource-sharing": corsModifier(answer.headers),
    "referrer-policy": referrerModifier(answer.headers.get("referrer-policy")),
    "strict-transport-security": hstsModifier(answer.headers.get("strict-transport-security")),
    "subresource-integrity": integrityModifier(answer.html),
    "x-content-type-options": answer.headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
    "x-frame-options": framingModifier(answer.headers.get("x-frame-options"), policy),
    "cross-origin-resource-policy": corpModifier(
      answer.headers.get("cross-origin-resource-policy"),
    ),
  };
  const all = Object.values(modifiers);
  const withoutBonus = baseline + sum(all.filter((modifier) => modifier < 0));
  const score = withoutBonus >= minForBonus ? baseline + sum(all) : withoutBonus;
  return { score: Math.max(0, score), modifiers };
}

type Policy = ReadonlyMap<string, readonly string[]>;

function readPolicy(header: string | null): Policy | undefined {
  if (header === null) return undefined;
  const parts = header.split(";").map((directive) => directive.trim().split(/\s+/));
  return new Map(parts.map(([name = "", ...sources]) => [name.toLowerCase(), sources]));
}

function policyModifier(policy: Policy): number {
  const of = (name: string) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
  const script = of("script-src");
  const style = of("style-src");
  const active = [...policy].filter(([name]) => !/^(?:img|media)-src$/.test(name));
  const has = (sources: readonly string[], ...forms: RegExp[]) =>
    sources.some((source) => forms.some((form) => form.test(source)));
  if (has(script, broad, unsafeInline) || has(of("object-src"), broad)) return -20;
  if (
    has(
      active.flatMap(([, sources]) => sources),
      insecureScheme,
    )
  )
    return -20;
  if (has([...script, ...style], /^'unsafe-eval'$/)) return -10;
  if (has([...of("img-src"), ...of("media-src")], insecureScheme)) return -10;
  if (has(style, broad, unsafeInline)) return 0;
  return policy.get("default-src")?.join(" ") === "'none'" ? 10 : 5;
}

function corsModifier(headers: Headers): number {
  const allowed = headers.get("access-control-allow-origin") !== null;
  return allowed && headers.get("access-control-allow-credentials") === "true" ? -50 : 0;
}

function referrerModifier(header: string | null): number {
  if (header === null) return 0;
  const last = header.split(",").at(-1)?.trim().toLowerCase() ?? "";
  return /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/.test(last) ? 5 : -5;
}

/** The Observatory gives a bonus only to sites on the browsers' own HSTS list: a new site cannot be on it. */
function hstsModifier(header: string | null): number {
  const seconds = /(?:^|;)\s*max-age=(\d+)/i.exec(header ?? "")?.[1];
  if (seconds === undefined) return -20;
  return Number(seconds) < sixMonthsSeconds ? -10 : 0;
}

function integrityModifier(html: string): number {
  const tags = [...html.matchAll(/<script[^>]*\ssrc="([^"]*)"[^>]*>/g)];
  const elsewhere = tags.filter(([, source = ""]) => /^(?:https?:)?\/\//.test(source));
  const bare = elsewhere.filter(([tag]) => !tag.includes(" integrity="));
  if (bare.some(([, source = ""]) => !source.startsWith("https:"))) return -50;
  if (elsewhere.some(([, source = ""]) => !source.startsWith("https:"))) return -20;
  if (bare.length > 0) return -5;
  return tags.some(([tag]) => tag.includes(" integrity=")) ? 5 : 0;
}

function framingModifier(header: string | null, policy: Policy | undefined): number {
  if (policy?.has("frame-ancestors")) return 5;
  return /^(?:deny|sameorigin|allow-from .*)$/i.test(header ?? "") ? 0 : -20;
}

function corpModifier(header: string | null): number {
  if (header === null || header === "cross-origin") return 0;
  return header === "same-origin" || header === "same-site" ? 10 : -5;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
