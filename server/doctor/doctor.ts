import { launch } from "#content/launch.ts";
import { isAroundClass, phaseAt } from "#event/phase.ts";
import { type Command, type CommandLineIo, done, failed } from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { readEvent, type StoredEvent } from "#server/event/choices.ts";
import { accountChecks, askAccount, askSender, senderChecks } from "./account-checks.ts";
import { type Finding, fail, runChecks, type TitledFinding } from "./check.ts";
import { settingsChecks } from "./settings-checks.ts";
import { contentChecks, findMistakes, pageChecks, wholeContent } from "./site-checks.ts";
import { storeChecks } from "./store-checks.ts";

const labels = { ok: "ok", warn: "aviso", fail: "falha" };
/** The width of the column with the level, with the spaces after the longest level. */
const levelWidth = 7;

/** `npm run leads -- doctor`. */
export const doctor: Command = {
  usage: "[--all]",
  summary: "confere tudo antes de um lançamento, mostra os alarmes e diz o que fazer",
  details: [
    "Confere as configurações, o banco de dados, o disco, os relógios, a fila e os grupos; a chave, a lista e as tags no ActiveCampaign; o domínio do remetente no DNS; e a página publicada.",
    "ok: nada a fazer. aviso: olhe com calma. falha: resolva antes do lançamento (o código de saída é 1).",
    "Da abertura da entrada ao fim da aula, mostra só o que pede algo já, as falhas primeiro. Com --all, mostra tudo.",
    "Não muda nada no ActiveCampaign e não cria nada aqui. Como os outros comandos, atualiza as tabelas do banco de dados, se for preciso.",
  ],
  operands: { min: 0, max: 0 },
  options: { all: { type: "boolean", about: "mostra tudo também durante a aula" } },
  async run(io, { switches }) {
    const known = await open(io);
    const isShort = !switches.has("all") && isClassOn(io.clock(), known.stored);
    const found: TitledFinding[] = [];
    try {
      for await (const finding of checkEverything(io, known)) {
        found.push(finding);
        if (!isShort) await io.write(lineOf(finding));
      }
    } finally {
      await known.database?.destroy();
    }
    if (isShort) {
      for (const finding of urgentIn(found)) await io.write(lineOf(finding));
      await io.write(
        "\nA aula é agora: só o que pede algo já. Tudo: npm run leads -- doctor --all",
      );
    }
    const count = (level: Finding["level"]) => found.filter((one) => one.level === level).length;
    const failures = count("fail");
    await io.write(`\nok: ${count("ok")}, aviso: ${count("warn")}, falha: ${failures}\n`);
    return failures === 0
      ? done
      : failed("Resolva cada linha que começa com falha e rode doctor de novo.");
  },
};

type Known = Awaited<ReturnType<typeof open>>;

/** Reads the settings, opens the store, and asks it first where the event stands. */
async function open(io: CommandLineIo) {
  const read = io.readConfig();
  if (read.kind === "mistakes")
    return { read, mistake: undefined, database: undefined, stored: undefined };
  const opened = await io.openStore(read.config.store);
  if (opened.kind === "unusable")
    return { read, mistake: opened.mistake, database: undefined, stored: undefined };
  const { database } = opened;
  const stored = await readEvent(database);
  return { read, mistake: undefined, database, stored };
}

/** With a wrong value in content/, such as an unknown time zone, the time of the class cannot be computed. */
function isClassOn(now: number, stored: StoredEvent | undefined): boolean {
  const override = stored?.override;
  return (
    findMistakes(wholeContent).length === 0 && isAroundClass(phaseAt(launch.event, now, override))
  );
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
    yield* runChecks(storeChecks, needs);
    const account = await askAccount(needs);
    if (account !== undefined) yield* runChecks(accountChecks, account);
  }
  const sender = config && (await askSender(io, config));
  if (sender !== undefined) yield* runChecks(senderChecks, sender);
  yield* runChecks(pageChecks, { site: io.folders.site, siteUrl: config?.siteUrl });
  const { pictures } = io.folders;
  const content = { ...wholeContent, pictures, now: io.clock(), stored };
  yield* runChecks(contentChecks(content), content);
}

function titled(title: string, finding: Finding): TitledFinding {
  return { ...finding, title, canWait: false };
}

/** What the operator should do while the class is on, what fails first. */
function urgentIn(found: readonly TitledFinding[]): TitledFinding[] {
  const warnings = found.filter(({ level, canWait }) => level === "warn" && !canWait);
  return [...found.filter(({ level }) => level === "fail"), ...warnings];
}

function lineOf(finding: TitledFinding): string {
  const { level, title, text } = finding;
  const advice =
    finding.level === "ok" ? "" : `${" ".repeat(levelWidth)}→ ${escapeForTerminal(finding.todo)}\n`;
  return `${labels[level].padEnd(levelWidth)}${title}: ${escapeForTerminal(text)}\n${advice}`;
}
