import { editDistance } from "./edit-distance.ts";

const commonDomains = [
  "gmail.com",
  "hotmail.com",
  "outlook.com",
  "outlook.com.br",
  "yahoo.com.br",
  "yahoo.com",
  "icloud.com",
  "live.com",
  "bol.com.br",
  "uol.com.br",
  "terra.com.br",
  "globo.com",
  // These domains are rare but real: if they were missing here, they would be taken for typos of the other domains.
  "mail.com",
  "ymail.com",
  "email.com",
] as const;

const maxTypos = 2;

/**
 * Returns the e-mail address that was probably meant, if the domain of the typed address is close to a common domain.
 */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || domain.length < 4 || commonDomains.some((common) => common === domain)) return;
  const [closest] = commonDomains
    .map((common) => ({ common, typos: editDistance(domain, common) }))
    .filter(({ typos, common }) => typos <= allowedTypos(common))
    .sort((a, b) => a.typos - b.typos);
  return closest && `${email.slice(0, at)}@${closest.common}`;
}

/**
 * Allows fewer typos in a short domain, because a few other letters make another domain of it: `aol.com` is not
 * `bol.com`.
 */
function allowedTypos(domain: string): number {
  return domain.length > 8 ? maxTypos : 1;
}
