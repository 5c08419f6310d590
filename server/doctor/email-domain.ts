import { Resolver } from "node:dns/promises";
import type { CommandLineIo, Dns } from "#server/command-line/command.ts";
import type { Config } from "#server/config.ts";
import { type Check, type Finding, fail, ok, warn } from "./check.ts";

const atProvider =
  "Se o provedor de DNS completa o domínio sozinho, deixe essa parte fora do nome.";

/** The domain of the sender, and the answer of the DNS to the first question about it. */
type Sender = { domain: string; dns: Dns; own: LookUp };

/** What mail services look up about the domain of the sender, before they accept ActiveCampaign's e-mails. */
export async function askSender(
  { createDns }: Pick<CommandLineIo, "createDns">,
  { emailDomain: domain }: Config,
): Promise<Sender | undefined> {
  if (domain === undefined) return undefined;
  const dns = createDns();
  return { domain, dns, own: await lookUpTxt(dns, domain) };
}

export const senderChecks: readonly Check<Sender>[] = [
  { title: "domínio do e-mail", run: checkDomain, canWait: true },
  { title: "SPF", run: (sender) => (isAnswered(sender) ? checkSpf(sender) : []), canWait: true },
  { title: "DKIM", run: (sender) => (isAnswered(sender) ? checkDkim(sender) : []), canWait: true },
  {
    title: "DMARC",
    run: (sender) => (isAnswered(sender) ? checkDmarc(sender) : []),
    canWait: true,
  },
];

/** One answer is enough: without a network, each further question would wait in vain. */
function isAnswered({ own }: Sender): boolean {
  return own.kind === "found" || own.kind === "none";
}

function checkDomain({ domain, own }: Sender): Finding | [] {
  if (own.kind === "unknown") return noAnswer(domain, own.code);
  if (own.kind !== "no-domain") return [];
  return fail(
    `${domain} não existe no DNS: nenhum e-mail pode vir dele.`,
    "Confira EMAIL_DOMAIN, no .env. Se está certo, veja se o domínio está ativo, e se esta máquina alcança a internet.",
  );
}

function noAnswer(name: string, code: string): Finding {
  return warn(
    `Não foi possível consultar ${name} agora (${code}).`,
    "Isso não diz que algo está errado. Rode doctor de novo em alguns minutos.",
  );
}

/**
 * ActiveCampaign needs no SPF record of this domain, so none is fine. A wrong one harms all e-mails of the domain.
 * https://help.activecampaign.com/hc/en-us/articles/206903370-SPF-DKIM-and-DMARC-Authentication
 */
function checkSpf({ domain, own }: Sender): Finding {
  const texts = own.kind === "found" ? own.texts : [];
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record, another] = records;
  if (record === undefined)
    return ok(
      `Não há SPF em ${domain}, e o ActiveCampaign não pede um: os e-mails dele usam o SPF do domínio do servidor de email (Mailserver Domain).`,
    );
  if (another !== undefined)
    return fail(
      `${domain} tem ${records.length} registros SPF, e só pode ter um: com mais, nenhum vale.`,
      "No DNS, junte-os num só registro TXT, que comece com v=spf1 e termine com ~all, e apague os outros.",
    );
  return / \+?all(?: |$)/i.test(record)
    ? fail(
        `O SPF de ${domain} autoriza qualquer servidor a enviar em nome dele (+all).`,
        "No DNS, troque +all (ou all) por ~all no fim do registro TXT que começa com v=spf1.",
      )
    : ok(`${domain} tem um SPF.`);
}

/**
 * The CNAME records that ActiveCampaign asks for, each `<name>._domainkey` with the value `dkim.<name>.acems1.com`.
 * https://help.activecampaign.com/hc/en-us/articles/360015584680-Set-up-your-sending-domain
 */
const selectors = ["acdkim1", "acdkim2"];
/** The TXT record that ActiveCampaign asked older accounts for. */
const oldSelector = "dk";
const copyRecords =
  "No ActiveCampaign, em Configurações > Avançado (Settings > Advanced), veja se o domínio está autenticado, e copie de lá os registros.";

/** What the DNS has at the name of a key. */
type Key =
  | { kind: "fine" }
  | { kind: "missing" }
  | { kind: "no-key" }
  | { kind: "elsewhere"; instead: string }
  | { kind: "unknown"; code: string };

async function checkDkim({ dns, domain }: Sender): Promise<Finding[]> {
  const names = selectors.map((selector) => ({
    name: `${selector}._domainkey.${domain}`,
    target: `dkim.${selector}.acems1.com`,
  }));
  const keys = await Promise.all(
    names.map(async (place) => ({ ...place, key: await findKey(dns, place) })),
  );
  const oldName = `${oldSelector}._domainkey.${domain}`;
  if (keys.every(({ key }) => key.kind === "missing") && hasKey(await lookUpTxt(dns, oldName)))
    return [
      warn(
        `Só há a chave antiga, ${oldName}. As de hoje são dois CNAME: acdkim1 e acdkim2.`,
        copyRecords,
      ),
    ];
  return keys.map(keyFinding);
}

/**
 * Asks first as mail services do: for the text behind all CNAME records. The CNAME record itself only tells why there is
 * no key.
 */
async function findKey(dns: Dns, { name, target }: { name: string; target: string }): Promise<Key> {
  const text = await lookUpTxt(dns, name);
  if (text.kind === "unknown") return text;
  if (hasKey(text)) return { kind: "fine" };
  const alias = await lookUp(() => dns.resolveCname(name));
  switch (alias.kind) {
    case "unknown":
      return alias;
    case "none":
    case "no-domain":
      return { kind: text.kind === "found" ? "no-key" : "missing" };
    case "found": {
      const [instead = ""] = alias.texts;
      return instead.toLowerCase() === target ? { kind: "no-key" } : { kind: "elsewhere", instead };
    }
  }
}

/**
 * True for a key that counts: RFC 6376, section 3.6.1, calls a key with an empty `p` revoked. A record of another kind may
 * have a `p` too.
 */
function hasKey(found: LookUp): boolean {
  if (found.kind !== "found") return false;
  const keys = found.texts.filter((text) => !/^\s*v\s*=(?!\s*DKIM1\b)/.test(text));
  return keys.some((text) => /(?:^|;)\s*p\s*=\s*[^;\s]/.test(text));
}

function keyFinding({ name, target, key }: { name: string; target: string; key: Key }): Finding {
  switch (key.kind) {
    case "fine":
      return ok(`${name} tem uma chave.`);
    case "missing":
      return fail(
        `${name} não existe: os e-mails saem sem a assinatura do domínio.`,
        `No DNS, deixe com o nome ${name} só um registro, do tipo CNAME, com o valor ${target}. ${atProvider}`,
      );
    case "no-key":
      return fail(`${name} existe, mas ali não há uma chave que valha.`, copyRecords);
    case "elsewhere":
      return fail(
        `${name} aponta para ${key.instead}, que não é do ActiveCampaign.`,
        `No DNS, corrija o valor do CNAME ${name}: ${target}. Se o provedor de DNS acrescenta o seu domínio ao valor, termine-o com um ponto.`,
      );
    case "unknown":
      return noAnswer(name, key.code);
  }
}

/**
 * Gmail and Yahoo ask for a DMARC record from senders of many e-mails since February 2024; `p=none` is enough.
 * https://support.google.com/a/answer/81126
 */
async function checkDmarc({ dns, domain }: Sender): Promise<Finding> {
  const own = `_dmarc.${domain}`;
  // A domain without a record has that of the domain above it: RFC 7489, section 6.6.3.
  for (const name of domainsFrom(domain).map((each) => `_dmarc.${each}`)) {
    const found = await lookUpTxt(dns, name);
    if (found.kind === "unknown") return noAnswer(name, found.code);
    const finding = found.kind === "found" ? dmarcFinding(name, found.texts) : undefined;
    if (finding !== undefined) return finding;
  }
  return fail(
    `${own} não existe: o Gmail e o Yahoo o exigem de quem envia muitos e-mails.`,
    writeDmarc(own),
  );
}

/** The domain and the domains above it: `mail.example.com`, `example.com`. */
function domainsFrom(domain: string): string[] {
  const names = domain.split(".");
  return names.slice(0, -1).map((_, index) => names.slice(index).join("."));
}

/** Undefined if none of the texts is meant as a DMARC record: a domain may answer every name with some text. */
function dmarcFinding(name: string, texts: readonly string[]): Finding | undefined {
  const records = texts.filter((text) => /^\s*"?\s*v\s*=\s*dmarc/i.test(text));
  const [record, another] = records;
  if (record === undefined) return undefined;
  if (another !== undefined)
    return fail(
      `${name} tem ${records.length} registros DMARC, e só pode ter um: com mais, nenhum vale.`,
      `No DNS, deixe com o nome ${name} só um registro TXT, e apague os outros.`,
    );
  // The version comes first, and a policy is named: RFC 7489, section 6.3.
  const hasPolicy = /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(record);
  return hasPolicy && /^v\s*=\s*DMARC1\s*;/.test(record)
    ? ok(`${name} tem um DMARC.`)
    : fail(`${name} tem um DMARC que não vale: "${record}".`, writeDmarc(name));
}

function writeDmarc(name: string): string {
  return `No DNS, deixe com o nome ${name} um só registro, do tipo TXT, com o valor v=DMARC1; p=none. ${atProvider}`;
}

type LookUp =
  | { kind: "found"; texts: string[] }
  /** The domain exists, and it has no such record. */
  | { kind: "none" }
  | { kind: "no-domain" }
  /** The DNS gave no answer, so doctor cannot say whether the record is there. */
  | { kind: "unknown"; code: string };

/** Short, because without a network doctor would otherwise wait for each of the DNS servers in turn. */
const maxAnswerMs = 1_500;

export function createDns(timeout = maxAnswerMs): Resolver {
  return new Resolver({ timeout, tries: 1 });
}

/** A DNS server sends a long text in several parts, which belong together without a space. */
function lookUpTxt(dns: Dns, name: string): Promise<LookUp> {
  return lookUp(async () => (await dns.resolveTxt(name)).map((parts) => parts.join("")));
}

async function lookUp(ask: () => Promise<string[]>): Promise<LookUp> {
  try {
    return { kind: "found", texts: await ask() };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    if (code === "ENODATA") return { kind: "none" };
    return code === "ENOTFOUND" ? { kind: "no-domain" } : { kind: "unknown", code };
  }
}
