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

/**
 * The smallest number of letters to add, drop, change, or swap with their neighbour to turn one text into the other
 * (optimal string alignment).
 */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const ways = [
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      ];
      if (swapped && row > 1 && column > 1) ways.push(at(beforeLast, column - 2) + 1);
      next.push(Math.min(...ways));
    }
    beforeLast = last;
    last = next;
  }
  return at(last, to.length);
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
