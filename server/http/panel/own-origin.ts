/**
 * Whether a page of this site sent this form. Browsers say where each form comes from, and no page can change what they
 * say; a request that does not say it is refused.
 */
export function isOwnForm(headers: Headers, siteUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  return (
    headers.get("origin") === new URL(siteUrl).origin && (site ?? "same-origin") === "same-origin"
  );
}
