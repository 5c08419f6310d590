import { Resolver } from "node:dns/promises";
import { describeReason } from "#phrases/delivery-states.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import { fields } from "#server/active-campaign/fields.ts";
import { findFields, findListName, findTag } from "#server/active-campaign/lookups.ts";
import type { Read } from "#server/active-campaign/paced-client.ts";
import { connectOperatorClient } from "#server/active-campaign/paced-client.ts";
import type { CommandLineIo, Dns, WithDatabase } from "#server/command-line/command.ts";
import type { Config } from "#server/config.ts";
import { type Check, type Finding, fail, ok, warn } from "./site-checks.ts";

const place = "Configurações > Desenvolvedor (Settings > Developer) no ActiveCampaign";
const again = "Rode doctor de novo.";

/** The account at ActiveCampaign, after it was asked whether it knows the key. */
type Account = {
  settings: ActiveCampaignSettings;
  read: Read;
  key: Awaited<ReturnType<Read>>;
};

/** Undefined if ActiveCampaign is not configured. */
export async function askAccount(io: WithDatabase): Promise<Account | undefined> {
  const settings = io.config.activeCampaign;
  if (settings === undefined) return undefined;
  const { read } = connectOperatorClient(io, settings);
  const key = await read("/users/me");
  return { settings, read, key };
}

export const accountChecks: readonly Check<Account>[] = [
  { title: "ActiveCampaign", run: checkKey },
  {
    title: "ActiveCampaign",
    async run({ settings: { list }, read, key }) {
      return key.kind === "done" && list !== undefined ? checkList(read, list) : [];
    },
  },
  { title: "ActiveCampaign", run: checkTags, canWait: true },
  { title: "ActiveCampaign", run: checkFields, canWait: true },
];

function checkKey({ key, settings: { url } }: Account): Finding {
  if (key.kind === "done") return ok("A chave funciona.");
  const reason = describeReason(key.reason);
  switch (key.kind) {
    case "account-refused":
      return fail(
        `O ActiveCampaign recusa a chave (${reason}).`,
        `Copie a chave de novo de ${place} para ACTIVECAMPAIGN_TOKEN, no .env, e reinicie o servidor.`,
      );
    case "not-found":
      return fail(
        `${url} não é o endereço de uma conta (${reason}).`,
        `Copie o endereço de novo de ${place} para ACTIVECAMPAIGN_URL, no .env, e reinicie o servidor.`,
      );
    case "rate-limited":
      return warn(
        `O ActiveCampaign pediu para esperar (${reason}).`,
        "Nada a fazer: os leads ficam guardados, e o servidor volta a enviar sozinho. Importações e exportações na mesma conta gastam o limite dela.",
      );
    case "refused":
    case "retry-later":
    case "interrupted":
      return fail(
        `O ActiveCampaign não deu uma resposta clara (${reason}).`,
        "Os leads ficam guardados, e o servidor tenta sozinho. Se já funcionou hoje, espere; se dura, veja a rede desta máquina e se o ActiveCampaign está no ar. Se nunca funcionou, confira ACTIVECAMPAIGN_URL, no .env.",
      );
  }
}

async function checkList(read: Read, id: string): Promise<Finding> {
  const found = await findListName(read, id);
  if (found.kind === "done") return ok(`A lista ${id} é "${found.body}".`);
  if (found.kind !== "not-found") return notChecked(`a lista ${id}`, found.reason);
  return fail(
    `A lista ${id} não existe.`,
    "Abra a lista no ActiveCampaign, escreva em ACTIVECAMPAIGN_LIST, no .env, o número que aparece no endereço dela e reinicie o servidor.",
  );
}

async function checkTags({ settings, read, key }: Account): Promise<Finding[]> {
  if (key.kind !== "done") return [];
  const { tags, nextTags, enteredTag } = settings;
  const all = [
    ...tags.map((name) => ({ name, of: "", setting: "ACTIVECAMPAIGN_TAGS" })),
    ...nextTags.map((name) => {
      return { name, of: "quer saber da próxima aula", setting: "ACTIVECAMPAIGN_NEXT_TAGS" };
    }),
    { name: enteredTag, of: "entrou na aula", setting: "ACTIVECAMPAIGN_ENTERED_TAG" },
  ];
  const findings: Finding[] = [];
  for (const { name, of, setting } of all) {
    const tag = `A tag "${name}"${of && `, de quem ${of},`}`;
    const first = of === "" ? "com o primeiro lead" : "com a primeira dessas pessoas";
    const found = await findTag(read, name);
    if (found.kind === "done" && found.body !== undefined) findings.push(ok(`${tag} existe.`));
    else if (found.kind !== "done") findings.push(notChecked(`a tag "${name}"`, found.reason));
    else
      findings.push(
        warn(
          `${tag} ainda não existe: será criada ${first}.`,
          `Confira o nome em ${setting}: as automações só começam com o nome exato.`,
        ),
      );
  }
  return findings;
}

async function checkFields({ read, key }: Account): Promise<Finding[]> {
  if (key.kind !== "done") return [];
  const found = await findFields(read);
  if (found.kind !== "done") return [notChecked("os campos", found.reason)];
  const missing = fields.map(({ perstag }) => perstag).filter((name) => !found.body.has(name));
  if (missing.length === 0) return [ok("A conta tem todos os campos.")];
  const text = `A conta não tem estes campos: ${missing.join(", ")}. Os leads chegam sem eles.`;
  return [warn(text, "Crie-os com: npm run leads -- fields --create")];
}

function notChecked(what: string, reason: string): Finding {
  return warn(`Não foi possível conferir ${what} (${describeReason(reason)}).`, again);
}

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
  { title: "SPF", run: ifAnswered(checkSpf), canWait: true },
  { title: "DKIM", run: ifAnswered(checkDkim), canWait: true },
  { title: "DMARC", run: ifAnswered(checkDmarc), canWait: true },
];

/** One answer is enough: without a network, each further question would wait in vain. */
function ifAnswered(check: Check<Sender>["run"]): Check<Sender>["run"] {
  return (sender) => ("code" in sender.own || sender.own.kind === "no-domain" ? [] : check(sender));
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
const copyRecords =
  "No ActiveCampaign, em Configurações > Avançado (Settings > Advanced), veja se o domínio está autenticado, e copie de lá os registros.";

async function checkDkim({ dns, domain }: Sender): Promise<Finding[]> {
  const keys = await Promise.all(
    selectors.map(async (selector) => {
      const name = `${selector}._domainkey.${domain}`;
      const target = `dkim.${selector}.acems1.com`;
      return { name, target, found: await checkDkimKey(dns, name, target) };
    }),
  );
  return keys.map(
    ({ name, target, found }) =>
      found ??
      fail(
        `${name} não existe: os e-mails saem sem a assinatura do domínio.`,
        `No DNS, deixe com o nome ${name} só um registro, do tipo CNAME, com o valor ${target}. ${atProvider}`,
      ),
  );
}

/**
 * Undefined if the DNS has nothing at this name. Asks first as mail services do: for the text behind all CNAME records.
 * The CNAME record itself only tells why there is no key.
 */
async function checkDkimKey(dns: Dns, name: string, target: string): Promise<Finding | undefined> {
  const text = await lookUpTxt(dns, name);
  if (text.kind === "unknown") return noAnswer(name, text.code);
  if (hasKey(text)) return ok(`${name} tem uma chave.`);
  const alias = await lookUp(() => dns.resolveCname(name));
  if (alias.kind === "unknown") return noAnswer(name, alias.code);
  if (alias.kind !== "found" && text.kind !== "found") return undefined;
  const [instead = target] = alias.kind === "found" ? alias.texts : [];
  return instead.toLowerCase() === target
    ? fail(`${name} existe, mas ali não há uma chave que valha.`, copyRecords)
    : fail(
        `${name} aponta para ${instead}, que não é do ActiveCampaign.`,
        `No DNS, corrija o valor do CNAME ${name}: ${target}. Se o provedor de DNS acrescenta o seu domínio ao valor, termine-o com um ponto.`,
      );
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
