/** The public address that goes into the pages; without one they are for this machine. */
export function siteUrl(environment: Record<string, string | undefined>): string {
  const { SITE_URL: told, PORT: port } = environment;
  return told?.trim() ? new URL(told).origin : `http://localhost:${port?.trim() || 3000}`;
}

/** Where the pages send sign-ups; nothing when that is their own address. */
export function functionOrigin({ FUNCTION_URL: told }: Record<string, string | undefined>): string {
  return told?.trim() ? new URL(told).origin : "";
}
