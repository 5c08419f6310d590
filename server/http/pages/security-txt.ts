import { neverCached } from "#server/http/headers.ts";

/** The path of the file that says where to report a security weakness: https://www.rfc-editor.org/rfc/rfc9116 */
export const securityTxtPath = "/.well-known/security.txt";

/**
 * How long security.txt is valid: RFC 9116 advises less than a year. The date is set in each response, so the file
 * never expires on a running server.
 */
const validDays = 180;
const dayMs = 24 * 60 * 60_000;

export function answerSecurityTxt(contact: string, now: number): Response {
  const expires = new Date(now + validDays * dayMs).toISOString();
  const lines = [
    `Contact: mailto:${contact}`,
    `Expires: ${expires}`,
    "Preferred-Languages: pt, en",
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { ...neverCached, "Content-Type": "text/plain; charset=utf-8" },
  });
}
