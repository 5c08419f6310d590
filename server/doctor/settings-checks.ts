import type { Config } from "#server/config.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import { type Check, type Finding, fail, ok, publish, warn } from "./check.ts";

const restart = "e reinicie o servidor";

/** What settings without mistakes mean for the launch. */
export const settingsChecks: readonly Check<Config>[] = [
  { title: "configurações", run: () => ok("Não há erros.") },
  { title: "SITE_URL", run: checkAddress },
  { title: "proxies", run: checkProxies },
  { title: "DATABASE_URL", run: ({ store }) => checkDatabaseUrl(store) },
  { title: "ActiveCampaign", run: checkDelivery },
  { title: "domínio do e-mail", run: checkEmailDomain, canWait: true },
  { title: "mensagens", run: checkMessages },
];

function checkAddress({ siteUrl }: Config): Finding {
  const { protocol, hostname } = new URL(siteUrl);
  if (/^(localhost|127\.|\[::1\])/.test(hostname))
    return fail(
      `${siteUrl} só abre nesta máquina.`,
      `Escreva em SITE_URL, no .env, o endereço público da página e publique de novo: ${publish}`,
    );
  return protocol === "https:"
    ? ok(siteUrl)
    : warn(`${siteUrl} não usa https.`, "Ponha na frente do servidor um proxy com certificado.");
}

/** This server does not speak https, so with an address that does there must be a proxy in front of it. */
function checkProxies({ siteUrl, trustedProxies }: Config): Finding[] {
  if (trustedProxies > 0 || new URL(siteUrl).protocol !== "https:") return [];
  return [
    fail(
      "TRUSTED_PROXIES é 0, mas um endereço https tem um proxy na frente do servidor: assim todos os visitantes contam como um só e dividem um limite de 300 inscrições por minuto.",
      `Escreva em TRUSTED_PROXIES, no .env, quantos proxies há na frente do servidor ${restart}.`,
    ),
  ];
}

function checkDelivery({ activeCampaign }: Config): Finding[] {
  if (activeCampaign === undefined)
    return [
      warn(
        "O ActiveCampaign não está configurado: os leads ficam guardados aqui e não são enviados.",
        `Preencha ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env ${restart}. Ele envia também os leads já guardados.`,
      ),
    ];
  const { url, list, tags } = activeCampaign;
  const findings = [ok(`Os leads são enviados para ${new URL(url).origin}`)];
  if (list === undefined)
    findings.push(
      warn(
        "Falta escolher a lista: os contatos não entram em nenhuma.",
        `Escreva o número da lista em ACTIVECAMPAIGN_LIST, no .env, ${restart}.`,
      ),
    );
  if (tags.length === 0)
    findings.push(
      warn(
        "Falta escolher as tags: no ActiveCampaign, os leads ficam iguais aos outros contatos.",
        `Escreva os nomes das tags em ACTIVECAMPAIGN_TAGS, no .env, ${restart}.`,
      ),
    );
  return findings;
}

/** Without ActiveCampaign no e-mails are sent. */
function checkEmailDomain({ emailDomain, activeCampaign }: Config): Finding[] {
  if (emailDomain !== undefined || activeCampaign === undefined) return [];
  return [
    warn(
      "EMAIL_DOMAIN está vazio: o SPF, o DKIM e o DMARC do remetente não foram conferidos.",
      "Escreva em EMAIL_DOMAIN, no .env, o que vem depois do @ no e-mail do remetente do ActiveCampaign.",
    ),
  ];
}

/** Without an address a person must look at the panel or the log to learn of an alarm. Only the host is printed. */
function checkMessages({ alerts: { url } }: Config): Finding {
  return url === undefined
    ? warn(
        "Quando algo der errado, ninguém receberá uma mensagem: ALERT_URL está vazio.",
        `Escreva em ALERT_URL, no .env, para onde vão os alarmes ${restart}. Veja docs/operacao/mensagens.md.`,
      )
    : ok(
        `Os alarmes são enviados para ${new URL(url).hostname}. Para testar: npm run leads -- alert --test`,
      );
}

/** Says which of Supabase's addresses DATABASE_URL is, and warns when data would go to Postgres unencrypted. */
export function checkDatabaseUrl(store: Store): Finding[] {
  if (store.kind === "sqlite") return [];
  const url = new URL(store.url);
  const host = url.searchParams.get("host") ?? url.hostname;
  return [...checkSupabase(host, url.port), ...checkEncryption(host, url.searchParams)];
}

/** The port of both poolers in transaction mode: https://supabase.com/docs/guides/database/connecting-to-postgres */
const transactionPort = "6543";

function checkSupabase(host: string, port: string): Finding[] {
  const isPooler = host.endsWith(".pooler.supabase.com");
  if (!isPooler && !/^db\..+\.supabase\.co$/.test(host)) return [];
  if (port === transactionPort)
    return [
      ok(
        "É o pooler do Supabase em modo transaction: serve às funções, ao servidor e aos comandos. Para pg_dump, pg_restore e psql, use o endereço do modo session (porta 5432).",
      ),
    ];
  return [
    ok(
      isPooler
        ? "É o pooler do Supabase em modo session: serve ao servidor, aos comandos e ao pg_dump. As funções do Supabase precisam de muitas conexões: dê a elas o endereço do modo transaction (porta 6543)."
        : "É o endereço direto do Postgres do Supabase. Ele só responde por IPv6, a não ser que o projeto tenha o complemento de IPv4. Se a conexão falhar, use o endereço do pooler em modo session (porta 5432).",
    ),
  ];
}

/** The parameters of DATABASE_URL that ask for an encrypted connection to Postgres, or for an unencrypted one. */
const encryptionParameters = [
  "sslmode",
  "ssl",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "sslnegotiation",
];

/** `pg` does not encrypt when DATABASE_URL has none of the parameters that ask for it. */
function checkEncryption(host: string, parameters: URLSearchParams): Finding[] {
  if (isThisMachine(host) || encryptionParameters.some((name) => parameters.has(name))) return [];
  return [
    warn(
      `DATABASE_URL não pede criptografia: os dados pessoais vão sem criptografia até ${host}.`,
      "Acrescente ?sslmode=verify-full ao fim do endereço, no .env, ou ?sslmode=disable se a rede for só sua. Veja docs/operacao/instalar.md.",
    ),
  ];
}

/** True if the database's host is this machine, or a socket in the file system of this machine. */
function isThisMachine(host: string): boolean {
  return /^$|^\/|^%2f|^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}
