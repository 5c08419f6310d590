/**
 * For these domains, any text with one typing error counts as a slip, because no common word is so close to their names.
 * For the others only listed slips count: `terra` is close to `serra`, `globo` to `globe`, and `bol` to `sol`.
 */
export const distinctDomains = [
  "gmail.com",
  "hotmail.com",
  "outlook.com",
  "outlook.com.br",
  "yahoo.com.br",
  "yahoo.com",
  "icloud.com",
];

/**
 * A suggestion is always one of these domains, and none of them is ever taken for a slip. A name without an end means
 * the first domain with that name.
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

/** Names that people mean, although a distinct domain is one typing error away. */
export const meantNames = "grail hostmail incloud itcloud yazoo";

/**
 * Slips in the name or in the end of a domain, each list under the part that it means. An end that a country really has,
 * such as `.co` or `.com.ar`, is not listed: after a name like `live` it may be right.
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

/** Slips in a whole domain, each list under the domain that it means: after other names the same end is right. */
export const domainSlips = {
  "gmail.com": "gmail.com.br",
  "icloud.com": "icloud.com.br",
  "uol.com.br": "uol.com",
};
