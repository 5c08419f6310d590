/** Where the pages send sign-ups; nothing when that is their own address. */
export function functionOrigin({ FUNCTION_URL: told }: Record<string, string | undefined>): string {
  return told?.trim() ? new URL(told).origin : "";
}
