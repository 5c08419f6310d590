/**
 * Whether a page of this site sent this form. Browsers name the origin of each form, and no page can change that. A
 * request without an origin is refused.
 */
export function isOwnForm(headers: Headers, siteUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  return (
    headers.get("origin") === new URL(siteUrl).origin && (site ?? "same-origin") === "same-origin"
  );
}
