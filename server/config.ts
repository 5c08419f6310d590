import { settings as phrases } from "#phrases/settings.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import type { Store } from "#server/store/open-store.ts";

export type Environment = Record<string, string | undefined>;

/**
 * `url` receives messages to the operator about troubles. The service at `heartbeatUrl` notices when this server stops.
 */
type AlertSettings = { url: string | undefined; heartbeatUrl: string | undefined };

export type Config = {
  port: number;
  host: string;
  siteUrl: string;
  trustedProxies: number;
  /** Pages of these origins may call the lead function. The site's own origin is always among them. */
  allowedOrigins: string[];
  store: Store;
  /**
   * How many days a sign-up is kept after the last sign-up of the same person. If undefined, the server removes only
   * held sign-ups.
   */
  retentionDays: number | undefined;
  /**
   * The settings of ActiveCampaign. If undefined, ActiveCampaign is not configured, and leads are stored but not
   * delivered.
   */
  activeCampaign: ActiveCampaignSettings | undefined;
  /** The addresses for messages about troubles. */
  alerts: AlertSettings;
  /** The address of a service that notices when copies of the store no longer succeed. */
  backupHeartbeatUrl: string | undefined;
};

export type ConfigResult =
  | { kind: "config"; config: Config }
  | { kind: "mistakes"; mistakes: string[] };

/** Reads a setting. An empty setting counts as not set, because `.env.example` has many empty settings. */
function setting(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

/** Each wrong setting gives a mistake, so that the operator sees all of them at once. */
export function readConfig(env: Environment): ConfigResult {
  const mistakes: string[] = [];
  const refuse = (mistake: string): undefined => {
    mistakes.push(mistake);
  };
  const read: Read = (name, parse) => {
    const text = setting(env, name);
    return text === undefined ? undefined : parse(text, refuse, name);
  };
  const port = read("PORT", wholeNumberTo(maxPort)) ?? 3000;
  const platformUrl = platformOrigin(env);
  const siteUrl =
    read("SITE_URL", siteOrigin) ?? platformUrl ?? new URL(`http://localhost:${port}`).origin;
  const activeCampaign = readActiveCampaign(read, refuse);
  const config: Config = {
    port,
    host: read("HOST", asItIs) ?? "localhost",
    siteUrl,
    // On a hosting platform (`platformUrl`), one proxy of the platform is in front of the server.
    trustedProxies:
      read("TRUSTED_PROXIES", wholeNumberTo(maxProxies)) ?? (platformUrl === undefined ? 0 : 1),
    allowedOrigins: [siteUrl, ...(read("ALLOWED_ORIGINS", origins) ?? [])],
    store: readStore(read),
    retentionDays: read("RETENTION_DAYS", retentionDays),
    activeCampaign,
    alerts: {
      url: read("ALERT_URL", secretAddress),
      heartbeatUrl: read("HEARTBEAT_URL", secretAddress),
    },
    backupHeartbeatUrl: read("BACKUP_HEARTBEAT_URL", secretAddress),
  };
  return mistakes.length === 0 ? { kind: "config", config } : { kind: "mistakes", mistakes };
}

/** Adds one mistake: the name of a setting, its value, and what to write instead. */
type Refuse = (mistake: string) => undefined;
type Parse<Value> = (text: string, refuse: Refuse, name: string) => Value | undefined;
type Read = <Value>(name: string, parse: Parse<Value>) => Value | undefined;

const maxPort = 65_535;
const maxProxies = 10;

function asItIs(text: string): string {
  return text;
}

function wholeNumberTo(max: number): Parse<number> {
  return (text, refuse, name) =>
    /^\d{1,9}$/.test(text) && Number(text) <= max
      ? Number(text)
      : refuse(`${name} é "${text}". Escreva um número inteiro de 0 a ${max}.`);
}

function siteOrigin(text: string, refuse: Refuse): string | undefined {
  return /^https?:$/.test(protocol(text)) ? new URL(text).origin : refuse(phrases.siteUrl(text));
}

/**
 * The environment variables with which hosting platforms name the public address. Coolify writes `https://` into one of
 * its two variables, depending on the Coolify version; Railway writes only the host.
 */
const platformNames = [
  "COOLIFY_FQDN",
  "COOLIFY_URL",
  "RAILWAY_PUBLIC_DOMAIN",
  "RENDER_EXTERNAL_URL",
];

/** The public address that a hosting platform gives the server; undefined if no platform names an address. */
function platformOrigin(env: Environment): string | undefined {
  // A variable can list several addresses. The first one counts, because the owner has put it first.
  const named = platformNames.flatMap((name) => setting(env, name)?.split(",")[0]?.trim() || []);
  const whole = [...named, ...named.map((host) => `https://${host}`)];
  const address = whole.find((one) => /^https?:$/.test(protocol(one)));
  if (address === undefined) return undefined;
  const url = new URL(address);
  // A port in this variable is the server's own port behind the platform's proxy, and no part of the public address.
  url.port = "";
  return url.origin;
}

function origins(texts: string, refuse: Refuse): string[] {
  return texts.split(",").flatMap((part) => {
    const text = part.trim();
    if (/^https?:$/.test(protocol(text))) return new URL(text).origin;
    refuse(
      `ALLOWED_ORIGINS contém "${text}". Escreva endereços como https://example.com, separados por vírgulas.`,
    );
    return [];
  });
}

function readStore(read: Read): Store {
  const url = read("DATABASE_URL", postgresUrl);
  if (url !== undefined) return { kind: "postgres", url };
  return { kind: "sqlite", folder: read("DATA_DIR", folder) ?? "data" };
}

/** Only a shell replaces `~` by the home folder. Here `~` would become a folder with the name `~`. */
function folder(text: string, refuse: Refuse): string | undefined {
  if (!text.startsWith("~")) return text;
  return refuse(
    `DATA_DIR é "${text}", mas ~ só vale no terminal. Escreva o caminho inteiro da pasta, como /home/ana/dados.`,
  );
}

/** The mistake does not repeat the value, because it may contain a password. */
function postgresUrl(url: string, refuse: Refuse): string | undefined {
  if (/^postgres(ql)?:$/.test(protocol(url))) return url;
  return refuse(
    "DATABASE_URL não é um endereço de Postgres. Escreva um como postgres://usuario:senha@servidor/banco, ou deixe vazio para usar SQLite.",
  );
}

/**
 * The fewest days: a held sign-up may be released on its thirtieth day, and its lead then has a week to be delivered.
 */
const minRetentionDays = 37;
const maxRetentionDays = 3_650;

function retentionDays(text: string, refuse: Refuse): number | undefined {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days >= minRetentionDays && days <= maxRetentionDays) return days;
  return refuse(
    `RETENTION_DAYS é "${text}". Escreva um número inteiro de dias, de ${minRetentionDays} a ${maxRetentionDays}, ou deixe vazio para guardar os leads sem prazo.`,
  );
}

/** The tag of people who want to hear of the next class, unless the operator chose others. */
const defaultNextTag = "black-ahsd-proxima";
/** The tag of people who entered the class, unless the operator chose another one. */
const defaultEnteredTag = "black-ahsd-entrou";
const whereKeysAre = "em Configurações > Desenvolvedor (Settings > Developer) no ActiveCampaign";

/** Reads the settings of ActiveCampaign; undefined if ActiveCampaign is not configured. */
function readActiveCampaign(read: Read, refuse: Refuse): ActiveCampaignSettings | undefined {
  const list = read("ACTIVECAMPAIGN_LIST", listNumber);
  const url = read("ACTIVECAMPAIGN_URL", asItIs);
  const token = read("ACTIVECAMPAIGN_TOKEN", asItIs);
  if (url !== undefined && !isSafeAddress(url))
    refuse(`ACTIVECAMPAIGN_URL é "${url}". Escreva o endereço https que está ${whereKeysAre}.`);
  // The token is sent in a header, which may contain neither spaces nor characters outside ASCII.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    refuse(
      `ACTIVECAMPAIGN_TOKEN tem um caractere que nenhuma chave tem, talvez o "…" de uma cópia cortada. Copie de novo a chave inteira, que está ${whereKeysAre}.`,
    );
  if ((url === undefined) !== (token === undefined))
    refuse(
      `${url === undefined ? "ACTIVECAMPAIGN_URL" : "ACTIVECAMPAIGN_TOKEN"} está vazio. Preencha ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN, ou deixe os dois vazios.`,
    );
  if (url === undefined || token === undefined) return undefined;
  const tags = read("ACTIVECAMPAIGN_TAGS", namesIn) ?? [];
  const nextTags = read("ACTIVECAMPAIGN_NEXT_TAGS", namesIn) ?? [defaultNextTag];
  const enteredTag = read("ACTIVECAMPAIGN_ENTERED_TAG", asItIs) ?? defaultEnteredTag;
  return { url, token, list, tags, nextTags, enteredTag };
}

function listNumber(list: string, refuse: Refuse): string | undefined {
  if (/^\d+$/.test(list)) return list;
  return refuse(
    `ACTIVECAMPAIGN_LIST é "${list}". Escreva o número da lista, que aparece no endereço dela no ActiveCampaign.`,
  );
}

function namesIn(names: string): string[] {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The mistake does not repeat the address, because the address is the secret itself. */
function secretAddress(url: string, refuse: Refuse, name: string): string | undefined {
  if (!isSafeAddress(url))
    return refuse(
      `${name} não é um endereço que começa com https://. Copie de novo o endereço inteiro do serviço, ou deixe vazio.`,
    );
  const { hostname, searchParams } = new URL(url);
  if (hostname !== "api.telegram.org" || searchParams.has("chat_id")) return url;
  return refuse(
    `${name} é um endereço do Telegram sem chat_id. Acrescente ao fim ?chat_id= e o número da conversa.`,
  );
}

/** Whether a secret can be sent to this URL safely: encrypted, or unencrypted to this machine only. */
function isSafeAddress(url: string): boolean {
  const scheme = protocol(url);
  return scheme === "https:" || (scheme === "http:" && isOnThisMachine(url));
}

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

export function isOnThisMachine(url: string): boolean {
  return loopbackHosts.includes(new URL(url).hostname);
}

function protocol(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}
