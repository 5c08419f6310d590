import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { editionAt } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { hourMs } from "#event/time-zone.ts";
import {
  type Command,
  type CommandLineIo,
  type CommandOutcome,
  done,
  failed,
} from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import type { Config } from "#server/config.ts";
import { type Asked, adviceOn, type Fact, fine, type Look, trouble } from "#server/facts/fact.ts";
import { formatTime } from "#server/format.ts";
import { askFacts, readFacts, standingIn, subjects } from "#server/operator/facts.ts";
import { contentFacts, ownPictures, published } from "#server/pages/facts.ts";
import type { Database } from "#server/store/row-types.ts";

/** `npm run leads -- doctor`. */
export const doctor: Command = {
  usage: "",
  summary: "confere tudo antes de um lançamento, mostra os alarmes e diz o que fazer",
  details: [
    "ok: nada a fazer. aviso: olhe com calma. falha: resolva (o código de saída é 1).",
    "O que deve estar pronto para a noite (links, sala, grupos, mensagem testada, conta) é um aviso, e uma falha de 48 horas antes da aula até o fim dela.",
    "Não muda nada no ActiveCampaign. Como os outros comandos, atualiza as tabelas do banco de dados, se for preciso.",
  ],
  operands: { min: 0, max: 0 },
  options: {},
  async run(io) {
    const known = await open(io);
    try {
      return await tellAll(io, known);
    } finally {
      await known.database?.destroy();
    }
  },
};

type Known = {
  mistakes: readonly string[];
  config: Config | undefined;
  database: Database | undefined;
  override: Override | undefined;
  lasting: Look["lasting"];
};

/** Reads the settings, opens the store, and asks it first where the event stands. */
async function open(io: CommandLineIo): Promise<Known> {
  const nothing = { database: undefined, override: undefined, lasting: new Map() };
  const read = io.readConfig();
  if (read.kind === "mistakes") return { ...nothing, config: undefined, mistakes: read.mistakes };
  const { config } = read;
  const opened = await io.openStore(config.store);
  if (opened.kind === "outage") return { ...nothing, config, mistakes: [opened.mistake] };
  const { database } = opened;
  return { mistakes: [], config, database, ...(await standingIn(database)) };
}

async function tellAll(io: CommandLineIo, known: Known): Promise<CommandOutcome> {
  const isNear = isEveningNear(io.clock(), known.override);
  const counts = { ok: 0, aviso: 0, falha: 0 };
  for await (const fact of everything(io, known)) {
    const label = labelOf(fact, isNear);
    counts[label] += 1;
    await io.write(linesOf(fact, label, known.lasting));
  }
  const { ok, aviso, falha } = counts;
  await io.write(`\nok: ${ok}, aviso: ${aviso}, falha: ${falha}\n`);
  return falha === 0
    ? done
    : failed("Resolva cada linha que começa com falha e rode doctor de novo.");
}

/** How long before the class the evening is near. */
const nearMs = 48 * hourMs;

function isEveningNear(now: number, override: Override | undefined): boolean {
  const { start, end } = editionAt(launch.event, now, override);
  return now >= start - nearMs && now < end;
}

/** What can be told without a store, without settings, or of all subjects. */
async function* everything(io: CommandLineIo, known: Known): AsyncGenerator<Fact> {
  const { config, database, mistakes, override, lasting } = known;
  for (const mistake of mistakes)
    yield config === undefined
      ? trouble("Configurações", mistake, "Corrija no .env e reinicie o servidor.")
      : trouble("Banco de dados", mistake, "Resolva isto primeiro: quase tudo depende dele.");
  if (config === undefined || database === undefined) {
    yield ownPictures(io.folders.pictures);
    yield* await published(io.folders.site, config?.siteUrl);
    yield* contentFacts({ launch, links });
    return;
  }
  yield fine("Configurações", "Não há erros.");
  const now = io.clock();
  const asked: Asked = { ...io, config, database, now, event: launch.event, override, lasting };
  for (const subject of Object.values(subjects)) {
    yield* await readFacts(subject, asked);
    yield* askFacts(subject, asked);
  }
}

type Label = "ok" | "aviso" | "falha";

function labelOf({ level, due }: Fact, isNear: boolean): Label {
  if (level === "fine") return "ok";
  const mustBeFine = due === "evening" && isNear;
  return mustBeFine || level === "trouble" ? "falha" : "aviso";
}

/** The width of the column with the label, with the spaces after the longest one. */
const labelWidth = 7;

function linesOf(fact: Fact, label: Label, lasting: Look["lasting"]): string {
  const { name, value, alarm } = fact;
  const began = label === "ok" || alarm === undefined ? undefined : lasting.get(alarm);
  const when = began === undefined ? "" : `Desde ${formatTime(began)}: `;
  const todo = label === "ok" ? "" : adviceOn(fact);
  const advice = todo === "" ? "" : `${" ".repeat(labelWidth)}→ ${escapeForTerminal(todo)}\n`;
  return `${label.padEnd(labelWidth)}${name}: ${escapeForTerminal(`${when}${value}`)}\n${advice}`;
}
