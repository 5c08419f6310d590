/**
 * Mail domains of which any text with one typing error counts as a slip, because no common word is so similar to them.
 * Of other mail domains only listed slips count: `terra` is similar to `serra`, `globo` to `globe`, and `bol` to `sol`.
 */
const distinctDomains = [
  "gmail.com",
  "hotmail.com",
  "outlook.com",
  "outlook.com.br",
  "yahoo.com.br",
  "yahoo.com",
  "icloud.com",
];

/**
 * The domains that a suggestion can have. A typed domain that is in this list is never corrected. A typed name without
 * an end, such as `gmail`, means the first domain in this list with that name.
 */
export const mailDomains = [
  ...distinctDomains,
  "hotmail.com.br",
  "live.com",
  "msn.com",
  "uol.com.br",
  "bol.com.br",
  "terra.com.br",
  "ig.com.br",
  "oi.com.br",
  "globo.com",
];

/** Domain names that people type on purpose, although they look like mistyped names of `distinctDomains`. */
export const meantNames = "grail hostmail incloud itcloud yazoo";

/**
 * Typing errors in the name or in the end of a domain; each key is the right spelling of the words in its list. An end
 * that a country really has, such as `.co` or `.com.ar`, is not listed: after a name like `live` it may be right.
 */
export const partSlips = {
  com: "con comm cim cpm vom xom com.com",
  "com.br": "br con.br co.br cm.br om.br cim.br cpm.br combr com.b com.be com.bt com.nr com.vr",
  gmail: "gmial gamil gmai gmal gmil gmali gnail gmaill gemail gamail gemil gmila gmailcom",
  hotmail:
    "hotmial hotmai hotmal hotmil hotmaill hotemail homail hotnail otmail rotmail hotmailcom",
  outlook: "outluk autlook outlookcom",
  yahoo: "ahoo uahoo jahoo yaholl yahoul yahoocom",
  icloud: "icould",
};

/** Typing errors in a whole domain; each key is the right spelling. After other names the same end is right. */
export const domainSlips = {
  "gmail.com": "gmail.com.br",
  "icloud.com": "icloud.com.br",
  "uol.com.br": "uol.com",
};

/**
 * The part before the @ has the characters that browsers accept
 * (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address) and the length that mail allows (RFC 5321,
 * 4.5.3.1.1), so that a browser accepts each suggestion.
 */
const address = /^([!#-'*+\--9=?A-Z^-~]{1,64})@([^@]+)$/;

/** Returns the e-mail address that was probably meant, if the domain of the typed address has a typing error. */
export function suggestEmail(email: string): string | undefined {
  const [, mailbox, typed = ""] = address.exec(email) ?? [];
  const domain = typed.toLowerCase();
  const meant = meantDomain(domain);
  return meant && meant !== domain ? `${mailbox}@${meant}` : undefined;
}

/** Returns the domain that was probably meant. Commas, semicolons, spaces and repeated dots count as one dot. */
function meantDomain(typed: string): string | undefined {
  const [name = "", ...ends] = typed.split(/[\s.,;]+/).filter(Boolean);
  const start = `${meantBy(name, partSlips)}.`;
  const end = meantBy(ends.join("."), partSlips);
  const whole = end ? start + end : mailDomains.find((known) => known.startsWith(start));
  const domain = meantBy(whole ?? name, domainSlips);
  if (mailDomains.includes(domain)) return domain;
  if (meantNames.split(" ").includes(name)) return;
  // `yahoo.com.ar` is Yahoo's domain in Argentina, not a typing error in `yahoo.com.br`.
  return distinctDomains.find(
    (distinct) => distinct.endsWith("br") === domain.endsWith("br") && isOneSlip(domain, distinct),
  );
}

/** Returns the right spelling of a text from a table of typing errors, or the text if the table does not contain it. */
function meantBy(typed: string, slips: Record<string, string>): string {
  const found = Object.entries(slips).find(([, texts]) => texts.split(" ").includes(typed));
  return found ? found[0] : typed;
}

/**
 * Whether a domain has one typing error: one letter is changed, missing or added, or two neighbouring letters are
 * swapped. The first letter must be right, because `ymail.com` and `email.com` are not slips of `gmail.com`.
 */
function isOneSlip(typed: string, meant: string): boolean {
  let same = 0;
  while (same < meant.length && typed[same] === meant[same]) same += 1;
  const rest = typed.slice(same);
  const meantRest = meant.slice(same);
  const ways = [
    rest.slice(1) === meantRest.slice(1),
    rest === meantRest.slice(1),
    rest.slice(1) === meantRest,
    rest[0] === meantRest[1] && rest[1] === meantRest[0] && rest.slice(2) === meantRest.slice(2),
  ];
  return same > 0 && ways.includes(true);
}
