import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "#tests/support/any-text.ts";
import { ana } from "#tests/support/people.ts";
import {
  domainSlips,
  mailDomains,
  meantNames,
  partSlips,
  suggestEmail,
} from "./email-suggestion.ts";
import { parseLead } from "./parse-lead.ts";

const meantDomains = `
  gmail.com googlemail.com hotmail.com hotmail.com.br hotmail.co.uk hotmail.fr hotmail.be hotmail.com.ar hotmail.com.tr
  outlook.com outlook.com.br outlook.pt outlook.com.ar live.com live.com.br live.com.pt live.ca live.nl windowslive.com
  msn.com yahoo.com yahoo.com.br yahoo.com.ar yahoo.com.co yahoo.co.uk yahoo.es yahoo.be ymail.com rocketmail.com
  myyahoo.com icloud.com me.com mac.com aol.com gmx.com gmx.net mail.com email.com mail.ru inbox.com proton.me pm.me
  zoho.com tuta.io hey.com yandex.com qq.com 163.com sapo.pt web.de free.fr libero.it bol.com terra.com ig.com oi.com
  ig.com.br bol.com.br uol.com.br uol.com.ar terra.com.br oi.com.br pop.com.br sol.com.br gol.com.br uai.com.br globo.com
  globomail.com g.globo r7.com superig.com.br net.com.br usp.br dac.unicamp.br puc-rio.br edu.sp.gov.br
  educacao.mg.gov.br tjsp.jus.br bb.com.br hotmart.com hotmart.com.br dr.com ge.com gm.com me.com.br gail.com.br
  serra.com.br tera.com.br globe.com vale.com bola.com.br vol.com.br aol.com.br cloud.com hostmail.com.br hotmais.com.br
  incloud.com.br itcloud.com.br grail.com yazoo.com.br mail.uol.com.br mail.gmail.com exemplo.com.br xn--caf-dma.com.br`
  .trim()
  .split(/\s+/);

test("no domain that people in Brazil mean gets a suggestion", () => {
  expect(new Set(meantDomains).size).toBeGreaterThanOrEqual(66);
  expect(suggestionsFor([...meantDomains, ...mailDomains])).toEqual([]);
  expect(suggestionsFor(meantDomains.map((domain) => domain.toUpperCase()))).toEqual([]);
});

test.each([
  ["Ana.Silva+aula@GMIAL.COM", "Ana.Silva+aula@gmail.com"],
  ["ANA@Hotmail.Con", "ANA@hotmail.com"],
  ["ana@gmail. com", "ana@gmail.com"],
  [".ana.@gmial.com", ".ana.@gmail.com"],
  [`${"a".repeat(64)}@gmial.com`, `${"a".repeat(64)}@gmail.com`],
])("the suggestion for %s is %s: what stands before the @ stays as it is", (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  ["an empty field", ""],
  ["a name alone", "ana"],
  ["nothing before the @", "@gmial.com"],
  ["nothing after the @", "ana@"],
  ["two @", "ana@@gmial.com"],
  ["two addresses", "ana@gmial.com, bia@gmial.com"],
  ["a space before the @", "ana silva@gmial.com"],
  ["a letter before the @ that browsers refuse", "joão@gmial.com"],
  ["more before the @ than mail allows", `${"a".repeat(65)}@gmial.com`],
  ["a domain named like a part of every object", "ana@constructor"],
  ["10,000 letters before the @", `${"a".repeat(10_000)}@gmial.com`],
  ["10,000 letters after the @", `ana@${"gmial".repeat(2_000)}`],
  ["10,000 dots after the @", `ana@gmail.com${".".repeat(10_000)}x`],
])("there is no suggestion for %s", (_, typed) => {
  expect(suggestEmail(typed)).toBeUndefined();
});

test("each suggestion is an address that the form accepts, and gets no suggestion itself", () => {
  const slip = fc
    .tuple(fc.constantFrom(...mailDomains), fc.nat(14), fc.nat(2), fc.string({ maxLength: 2 }))
    .map(
      ([domain, at, dropped, added]) => domain.slice(0, at) + added + domain.slice(at + dropped),
    );
  const domain = fc.oneof(slip, fc.domain(), anyText);
  const mailbox = fc.oneof(fc.constant("ana"), anyText);
  fc.assert(
    fc.property(mailbox, domain, (before, after) => {
      const email = suggestEmail(`${before}@${after}`);
      if (email === undefined) return;
      expect(email.startsWith(`${before}@`)).toBe(true);
      expect(parseLead({ ...ana, email }).kind).toBe("lead");
      expect(suggestEmail(email)).toBeUndefined();
    }),
  );
});

function suggestionsFor(domains: string[]): (string | undefined)[] {
  return domains.map((domain) => suggestEmail(`ana@${domain}`)).filter(Boolean);
}

/** Typing errors that were seen in real lists of e-mail addresses, many of them in Brazil. */
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
