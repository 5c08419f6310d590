/**
 * How Mozilla's HTTP Observatory scores an answer, by the table that it publishes (`src/grader/charts.js`). Left out are
 * the redirect to HTTPS and foreign scripts, which are the same for every page of one server.
 */
export function observatoryScore(headers: Headers): number {
  const modifiers = [
    policyPoints(directivesOf(headers)),
    framePoints(headers),
    cookiePoints(headers.getSetCookie()),
    sharingPoints(headers),
    referrerPoints(headers.get("referrer-policy")),
    transportPoints(headers.get("strict-transport-security")),
    headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
    resourcePoints(headers.get("cross-origin-resource-policy")),
  ];
  const sum = (points: number[]) => points.reduce((total, point) => total + point, 0);
  const base = 100 + sum(modifiers.filter((point) => point < 0));
  // Good marks count only for a page that has hardly any bad ones.
  return base < 90 ? base : base + sum(modifiers.filter((point) => point > 0));
}

type Directives = ReadonlyMap<string, readonly string[]>;

function directivesOf(headers: Headers): Directives {
  const policy = headers.get("content-security-policy") ?? "";
  const directives = policy.split(";").map((directive) => directive.trim().split(/\s+/));
  return new Map(directives.map(([name = "", ...sources]) => [name, sources]));
}

const unsafe = /^'unsafe-|^(?:data|https?):$|^\*$/;

function policyPoints(directives: Directives): number {
  if (!directives.has("default-src")) return -25;
  const isUnsafe = (name: string) =>
    (directives.get(name) ?? directives.get("default-src") ?? []).some((one) => unsafe.test(one));
  if (isUnsafe("script-src") || isUnsafe("object-src")) return -20;
  if (isUnsafe("style-src")) return 0;
  const form = directives.get("form-action")?.join(" ");
  const isClosed = directives.get("default-src")?.join(" ") === "'none'";
  return isClosed && (form === "'none'" || form === "'self'") ? 10 : 5;
}

function framePoints(headers: Headers): number {
  const ancestors = directivesOf(headers).get("frame-ancestors")?.join(" ");
  if (ancestors === "'none'" || ancestors === "'self'") return 5;
  return /^(?:deny|sameorigin)$/i.test(headers.get("x-frame-options") ?? "") ? 0 : -20;
}

function cookiePoints(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0;
  const all = (attribute: RegExp) => cookies.every((cookie) => attribute.test(cookie));
  if (!all(/; Secure(?:;|$)/i)) return -40;
  if (!all(/; HttpOnly(?:;|$)/i)) return -30;
  return all(/; SameSite=(?:Strict|Lax)(?:;|$)/i) ? 5 : 0;
}

function sharingPoints(headers: Headers): number {
  const isShared = headers.get("access-control-allow-origin") !== null;
  return isShared && headers.get("access-control-allow-credentials") === "true" ? -50 : 0;
}

function referrerPoints(policy: string | null): number {
  if (policy === null) return 0;
  const isPrivate = /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/;
  return isPrivate.test(policy) ? 5 : -5;
}

function transportPoints(header: string | null): number {
  const seconds = /max-age=(\d+)/.exec(header ?? "")?.[1];
  if (seconds === undefined) return -20;
  return Number(seconds) >= 15_768_000 ? 0 : -10;
}

function resourcePoints(policy: string | null): number {
  if (policy === null || policy === "cross-origin") return 0;
  return policy === "same-origin" || policy === "same-site" ? 10 : -5;
}
