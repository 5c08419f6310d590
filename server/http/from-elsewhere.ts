/**
 * Whether a page of another site sent this request: browsers say so in `Sec-Fetch-Site`, older ones only in `Origin`.
 * Pages of allowed origins count as ours; so does a program that sends neither, because it could send any value.
 */
export function isFromElsewhere(headers: Headers, allowedOrigins: readonly string[]): boolean {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site === "same-origin") return false;
  if (origin !== null) return !allowedOrigins.includes(origin);
  return site !== null && site !== "none";
}
