/**
 * Whether a page that is not ours sent this. A browser says so in `Sec-Fetch-Site`, an older one by the `Origin` alone.
 * Pages of an allowed origin count as ours, and so does a program that says neither: it could say anything.
 */
export function isFromElsewhere(headers: Headers, allowedOrigins: readonly string[]): boolean {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site === "same-origin") return false;
  if (origin !== null) return !allowedOrigins.includes(origin);
  return site !== null && site !== "none";
}
