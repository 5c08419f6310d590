/** What stands behind `Authorization: Bearer`. */
export function bearerToken(headers: Headers): string | undefined {
  return /^Bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim();
}
