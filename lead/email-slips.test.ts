import { expect, test } from "vitest";
import { domainSlips, mailDomains, meantNames, partSlips } from "./email-slips.ts";
import { suggestEmail } from "./email-suggestion.ts";

/** Slips that were seen in real lists of addresses, many of them in Brazil. */
const realSlips = {
  "gmail.com": `
    gmail gmailcom gmailc.om gmail,com gmail..com gmail.com. gmail.,com gmail.com.br gmail.br gmail.com.com
    gmail.con gmail.co gmail.cm gmail.om gmail.comm gmail.coom gmail.cim gmail.cpm gmail.vom gmail.xom gmail.dom
    gmail.ocm gmail.conm gmail.comn gmail.coml gmail.col gmail.con.br gmail.co.br gmail.cm.br gmail.combr gmail.com.be gmailcom.br
    gmai.com gmial.com gamil.com gnail.com gmil.com gmal.com gmali.com gmaill.com gemail.com gamail.com gimail.com
    gmeil.com gmaul.com gmaol.com gmaio.com gmaii.com gmaiil.com gmails.com ggmail.com g-mail.com gmila.com gemil.com
    gmial.con gmai.con gmail.con. gamil.comm gmai.com.br gmial.com.br gamil.com.br gmai.cm.br gmil.co.br`,
  "hotmail.com": `
    hotmail hotmailcom hotmailc.om hotmail,com hotmail..com hotmail.com. hotmail.com.com
    hotmail.con hotmail.co hotmail.cm hotmail.om hotmail.comm hotmail.xom hotmail.cim hotmail.coom
    hotmial.com hotmai.com hotnail.com hotmal.com hormail.com homail.com hotmil.com hotamil.com hotmaill.com
    hotemail.com hotimail.com hotamail.com hootmail.com hottmail.com hoymail.com hptmail.com htmail.com hotail.com
    homtail.com hitmail.com hotmayl.com hotmeil.com otmail.com hotmial.con`,
  "hotmail.com.br": `
    hotmail.com.be hotmail.con.br hotmail.co.br hotmail.cm.br hotmail.combr hotmailcom.br hotmail.br hotmial.com.br hotmai.com.br
    hotmal.com.br`,
  "outlook.com": `
    outlook outlookcom outlook,com outlook.con outlook.co outlook.comm outlook.cm outlook.om outlok.com outloo.com
    outllok.com outllook.com outlool.com otlook.com outook.com oulook.com outlock.com outloock.com outloook.com
    outlouk.com oultlook.com outluk.com autlook.com outlok.con`,
  "outlook.com.br": `
    outlook.con.br outlook.co.br outlook.combr outlook.com.be outlok.com.br otlook.com.br outlookcom.br`,
  "yahoo.com.br": `
    yahoo yahoo.br yahoocom.br yahoo.combr yahoo,com.br yahoo.com,br yahoo..com.br yahoo.com.br. yahoo.con.br
    yahoo.co.br yahoo.cm.br yahoo.om.br yahoo.com.b yahoo.com.be yahoo.com.bt yahoo.com.nr yahoo.com.vr yaho.com.br
    yahho.com.br yhaoo.com.br yhoo.com.br yaoo.com.br yahooo.com.br yahool.com.br yahoou.com.br yahol.com.br
    yahoul.com.br ahoo.com.br jahoo.com.br uahoo.com.br yaho.con.br`,
  "yahoo.com": `
    yahoo.con yahoo.co yahoo.comm yahoo,com yaho.com yahho.com yhaoo.com yahooo.com yahool.com yhoo.com yaoo.com ahoo.com`,
  "icloud.com": `
    icloud icloud,com icloud.con icloud.co icloud.comm icloud.com.br iclould.com iclod.com icluod.com iclud.com icoud.com
    icould.com icloude.com iclound.com iclou.com`,
  "live.com": "live live.con live,com live.comm live..com",
  "msn.com": "msn.con msn,com",
  "uol.com.br":
    "uol uol.br uol.com uol.con uol.con.br uol.com.be uol.cm.br uol.co.br uol.combr uol.com,br uol,com.br",
  "bol.com.br": "bol bol.con.br bol.com.be bol.cm.br bol.combr",
  "terra.com.br": "terra terra.br terra.con.br terra.com.be terra.combr",
  "ig.com.br": "ig.con.br ig.com.be ig.combr",
  "oi.com.br": "oi.con.br oi.combr",
  "globo.com": "globo.con globo,com globo.comm",
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
