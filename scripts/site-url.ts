/** The public address that goes into the pages; without one they are for this machine. */
export function siteUrl(environment: Record<string, string | undefined>): string {
  const { SITE_URL: told, PORT: port } = environment;
  return told?.trim() ? new URL(told).origin : `http://localhost:${port?.trim() || 3000}`;
}
