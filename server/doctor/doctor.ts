import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { isAroundClass, phaseAt } from "#event/phase.ts";
import { dayMs, hourMs } from "#event/time-zone.ts";
import {
  type Command,
  type CommandLineIo,
  type CommandOutcome,
  done,
  failed,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { formatTime } from "#server/command-line/text.ts";
import type { Config } from "#server/config.ts";
import { readEvent, type StoredEvent } from "#server/event/choices.ts";
import { newestOf } from "#server/store/action-log.ts";
import type { Database } from "#server/store/row-types.ts";
import { accountChecks, askAccount } from "./account-checks.ts";
import {
  type Check,
  contentChecks,
  evening,
  type Finding,
  fail,
  findMistakes,
  ok,
  pageChecks,
  publish,
  runChecks,
  type TitledFinding,
  warn,
  wholeContent,
} from "./site-checks.ts";
import { storeChecks } from "./store-checks.ts";

const labels = { ok: "ok", warn: "aviso", fail: "falha" };
/** The width of the column with the level, with the spaces after the longest level. */
const levelWidth = 7;

/** `npm run leads -- doctor`. */
export const doctor: Command = {
  usage: "[--all]",
  summary: "confere tudo antes de um lançamento, mostra os alarmes e diz o que fazer",
  details: [
    "ok: nada a fazer. aviso: olhe com calma. falha: resolva (o código de saída é 1).",
    "O que deve estar pronto para a noite (links, sala, grupos, mensagem testada, conta) é um aviso, e uma falha de 48 horas antes da aula até o fim dela.",
    "Da abertura da entrada ao fim da aula, mostra só o que pede algo já, as falhas primeiro.",
    "Não muda nada no ActiveCampaign. Como os outros comandos, atualiza as tabelas do banco de dados, se for preciso.",
  ],
  operands: { min: 0, max: 0 },
  options: { all: { type: "boolean", about: "mostra tudo também durante a aula" } },
  async run(io, { switches }) {
    const known = await open(io);
    try {
      return await tellAll(io, known, switches.has("all"));
    } finally {
      await known.database?.destroy();
    }
  },
};

async function tellAll(io: CommandLineIo, known: Known, all: boolean): Promise<CommandOutcome> {
  const { isClassOn, isEveningNear } = standAt(io.clock(), known.stored);
  const isShort = !all && isClassOn;
  const found: Told[] = [];
  for await (const each of checkEverything(io, known)) {
    const finding = told(each, isEveningNear);
    found.push(finding);
    if (!isShort) await io.write(lineOf(finding));
  }
  if (isShort) {
    for (const finding of urgentIn(found)) await io.write(lineOf(finding));
    await io.write("\nA aula é agora: só o que pede algo já. Tudo: npm run leads -- doctor --all");
  }
  const count = (level: Finding["level"]) => found.filter((one) => one.level === level).length;
  const failures = count("fail");
  await io.write(`\nok: ${count("ok")}, aviso: ${count("warn")}, falha: ${failures}\n`);
  return failures === 0
    ? done
    : failed("Resolva cada linha que começa com falha e rode doctor de novo.");
}

/** A finding with the level that is shown. */
type Told = Exclude<TitledFinding, { level: "evening" }>;

function told(finding: TitledFinding, isEveningNear: boolean): Told {
  if (finding.level !== "evening") return finding;
  return { ...finding, level: isEveningNear ? "fail" : "warn" };
}

type Known = Awaited<ReturnType<typeof open>>;

type Opened = { mistake?: string; database?: Database; stored?: StoredEvent };

/** Reads the settings, opens the store, and asks it first where the event stands. */
async function open(
  io: CommandLineIo,
): Promise<Opened & { read: ReturnType<typeof io.readConfig> }> {
  const read = io.readConfig();
  if (read.kind === "mistakes") return { read };
  const opened = await io.openStore(read.config.store);
  if (opened.kind === "unusable") return { read, mistake: opened.mistake };
  const { database } = opened;
  return { read, database, stored: await readEvent(database) };
}

/** How long before the class the evening is near. */
const nearMs = 48 * hourMs;

/** With a wrong value in content/, such as an unknown time zone, the time of the class cannot be computed. */
function standAt(now: number, stored: StoredEvent | undefined) {
  if (findMistakes(wholeContent).length > 0) return { isClassOn: false, isEveningNear: false };
  const { event } = launch;
  const { start, end } = editionAt(event, now, stored?.override);
  return {
    isClassOn: isAroundClass(phaseAt(event, now, stored?.override)),
    isEveningNear: now >= start - nearMs && now < end,
  };
}

async function* checkEverything(
  io: CommandLineIo,
  { read, mistake, database, stored }: Known,
): AsyncGenerator<TitledFinding> {
  const config = read.kind === "config" ? read.config : undefined;
  if (read.kind === "mistakes")
    for (const one of read.mistakes)
      yield titled("configurações", fail(one, "Corrija no .env e reinicie o servidor."));
  if (config !== undefined) yield* runChecks(settingsChecks, config);
  if (mistake !== undefined) {
    const todo = "Resolva isto primeiro: o que depende do banco de dados ainda não foi conferido.";
    yield titled("banco de dados", fail(mistake, todo));
  }
  if (config !== undefined && database !== undefined) {
    const needs = { ...io, config, database };
    yield* runChecks([...storeChecks, { title: "mensagens", run: checkMessages }], needs);
    const account = await askAccount(needs);
    if (account !== undefined) yield* runChecks(accountChecks, account);
  }
  yield* runChecks(pageChecks, { site: io.folders.site, siteUrl: config?.siteUrl });
  const { pictures } = io.folders;
  const content = { ...wholeContent, pictures, now: io.clock(), stored };
  yield* runChecks(contentChecks(content), content);
}

function titled(title: string, finding: Finding): TitledFinding {
  return { ...finding, title, canWait: false };
}

/** What the operator should do while the class is on, what fails first. */
function urgentIn(found: readonly Told[]): Told[] {
  const warnings = found.filter(({ level, canWait }) => level === "warn" && !canWait);
  return [...found.filter(({ level }) => level === "fail"), ...warnings];
}

function lineOf(finding: Told): string {
  const { level, title, text } = finding;
  const advice =
    finding.level === "ok" ? "" : `${" ".repeat(levelWidth)}→ ${escapeForTerminal(finding.todo)}\n`;
  return `${labels[level].padEnd(levelWidth)}${title}: ${escapeForTerminal(text)}\n${advice}`;
}

const restart = "e reinicie o servidor";

/** What settings without mistakes mean for the launch. */
export const settingsChecks: readonly Check<Config>[] = [
  { title: "configurações", run: () => ok("Não há erros.") },
  { title: "SITE_URL", run: checkAddress },
  { title: "proxies", run: checkProxies },
  { title: "DATABASE_URL", run: checkEncryption },
  { title: "ActiveCampaign", run: checkDelivery },
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
      "TRUSTED_PROXIES é 0, mas um endereço https tem um proxy na frente do servidor: assim todos os visitantes contam como um só e dividem os limites de inscrições de um endereço.",
      `Escreva em TRUSTED_PROXIES, no .env, quantos proxies há na frente do servidor ${restart}.`,
    ),
  ];
}

function checkDelivery({ activeCampaign }: Config): Finding[] {
  if (activeCampaign === undefined)
    return [
      evening(
        "O ActiveCampaign não está configurado: os leads ficam guardados aqui e não são enviados.",
        `Preencha ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env ${restart}. Ele envia também os leads já guardados.`,
      ),
    ];
  const { url, list, tags } = activeCampaign;
  const findings = [ok(`Os leads são enviados para ${new URL(url).origin}`)];
  if (list === undefined)
    findings.push(
      evening(
        "Falta escolher a lista: os contatos não entram em nenhuma.",
        `Escreva o número da lista em ACTIVECAMPAIGN_LIST, no .env, ${restart}.`,
      ),
    );
  if (tags.length === 0)
    findings.push(
      evening(
        "Falta escolher as tags: no ActiveCampaign, os leads ficam iguais aos outros contatos.",
        `Escreva os nomes das tags em ACTIVECAMPAIGN_TAGS, no .env, ${restart}.`,
      ),
    );
  return findings;
}

const recentMs = 7 * dayMs;

/** Without an address a person must look at the panel or the log to learn of an alarm. Only the host is printed. */
async function checkMessages({ config, database, clock }: WithDatabase): Promise<Finding> {
  const { url } = config.alerts;
  if (url === undefined)
    return evening(
      "Quando algo der errado, ninguém receberá uma mensagem: ALERT_URL está vazio.",
      `Escreva em ALERT_URL, no .env, para onde vão os alarmes ${restart}. Veja docs/operacao/mensagens.md.`,
    );
  const { hostname } = new URL(url);
  const newest = await newestOf(database, "alert test");
  return newest !== undefined && newest.at > clock() - recentMs
    ? ok(`Os alarmes vão para ${hostname}. O último teste foi em ${formatTime(newest.at)}.`)
    : evening(
        `Os alarmes vão para ${hostname}, mas nos últimos sete dias não houve um teste.`,
        "npm run leads -- alert --test, e veja se ela chegou ao celular.",
      );
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
function checkEncryption({ store }: Config): Finding[] {
  if (store.kind === "sqlite") return [];
  const { hostname, searchParams } = new URL(store.url);
  const host = searchParams.get("host") ?? hostname;
  if (isThisMachine(host) || encryptionParameters.some((name) => searchParams.has(name))) return [];
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
