import { expect, test } from "vitest";
import {
  domainSlips,
  mailDomains,
  meantNames,
  partSlips,
  suggestEmail,
} from "./email-suggestion.ts";

/** Slips that were seen in real lists of addresses, many of them in Brazil. */
const realSlips = {
  "gmail.com": `
    gmail gmailcom gmailc.om gmail,com gmail..com gmail.com. gmail.com.br gmail.com.com gmail.con gmail.co gmail.comm
    gmail.dom gmail.ocm gmail.conm gmail.col gmail.con.br gmailcom.br gmai.com gmial.com gnail.com gmaill.com gimail.com
    gmeil.com gmails.com ggmail.com g-mail.com gmial.con gmail.con. gamil.comm gmil.co.br`,
  "hotmail.com": `
    hotmail hotmailcom hotmail,com hotmail.com.com hotmail.con hotmail.co hotmail.comm hotmial.com hotmai.com hotnail.com
    hormail.com homail.com hotemail.com hottmail.com hotmeil.com otmail.com hotmial.con`,
  "hotmail.com.br":
    "hotmail.com.be hotmail.con.br hotmail.combr hotmailcom.br hotmail.br hotmial.com.br",
};

test.each(Object.entries(realSlips))("the usual slips of %s get it suggested", (meant, slips) => {
  for (const slip of words(slips)) expectSuggestion(slip, meant);
});

test("each mail domain is suggested for each slip of its name or of its end", () => {
  for (const [meant, slips] of Object.entries(partSlips)) {
    const named = mailDomains.filter((domain) => domain.startsWith(`${meant}.`));
    const ended = mailDomains.filter((domain) => endOf(domain) === `.${meant}`);
    expect([...named, ...ended]).not.toEqual([]);
    for (const slip of words(slips)) {
      for (const domain of named) expectSuggestion(slip + endOf(domain), domain);
      for (const domain of ended)
        expectSuggestion(domain.replace(endOf(domain), `.${slip}`), domain);
    }
  }
});

test("each slip of a whole domain gets the mail domain suggested that it means", () => {
  for (const [meant, slips] of Object.entries(domainSlips)) {
    expect(mailDomains).toContain(meant);
    for (const slip of words(slips)) expectSuggestion(slip, meant);
  }
});

test("no slip is listed twice, and no mail domain is a slip", () => {
  for (const table of [partSlips, domainSlips]) {
    const slips = Object.values(table).flatMap(words);
    expect(new Set(slips).size).toBe(slips.length);
    expect(slips.filter((slip) => mailDomains.includes(slip))).toEqual([]);
  }
});

test("a name that people mean gets no suggestion, whatever end of a mail domain follows it", () => {
  for (const name of words(meantNames)) {
    for (const domain of mailDomains) expectSuggestion(name + endOf(domain), undefined);
  }
});

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function endOf(domain: string): string {
  return domain.slice(domain.indexOf("."));
}

function expectSuggestion(typed: string, domain: string | undefined): void {
  expect([typed, suggestEmail(`ana@${typed}`)]).toEqual([typed, domain && `ana@${domain}`]);
}
