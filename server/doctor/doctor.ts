import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { live } from "#content/room.ts";
import { editionAt, type Override } from "#event/edition.ts";
import { hourMs } from "#event/time-zone.ts";
import { type Command, type CommandLineIo, done, failed } from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { adviceOn, type Fact, fine, trouble } from "#server/facts/fact.ts";
import { formatTime } from "#server/format.ts";
import { askFacts, readFacts, standingIn, subjects } from "#server/operator/facts.ts";
import { contentFacts, ownPictures, published } from "#server/pages/facts.ts";

/** The command `npm run leads -- doctor`. */
export const doctor: Command = {
  usage: "",
  summary: "confere tudo antes de um lançamento, mostra os alarmes e diz o que fazer",
  details: [
    "ok: nada a fazer. aviso: olhe com calma. falha: resolva (o código de saída é 1).",
    "O que deve estar pronto para a noite (links, sala, grupos, mensagem testada, conta) é um aviso, e uma falha de 48 horas antes da aula até o fim dela.",
    "Não muda nada no ActiveCampaign. Como os outros comandos, atualiza as tabelas do banco de dados, se for preciso.",
  ],
  async run(io) {
    const standing: Standing = { override: undefined, lasting: new Map() };
    const counts = { ok: 0, aviso: 0, falha: 0 };
    for await (const fact of everything(io, standing)) {
      const { override, lasting } = standing;
      const label = labelOf(fact, isEveningNear(io.clock(), override));
      counts[label] += 1;
      const began = fact.alarm && lasting.get(fact.alarm);
      await io.write(linesOf(fact, label, began));
    }
    const { ok, aviso, falha } = counts;
    await io.write(`\nok: ${ok}, aviso: ${aviso}, falha: ${falha}\n`);
    return falha === 0
      ? done
      : failed("Resolva cada linha que começa com falha e rode doctor de novo.");
  },
};

/** The operator's choices for the event, and when each lasting alarm began. Both are only in the store. */
type Standing = Awaited<ReturnType<typeof standingIn>>;

/** From this long before the class, `doctor` counts what is due by the evening as a failure. */
const nearMs = 48 * hourMs;

function isEveningNear(now: number, override: Override | undefined): boolean {
  const { start, end } = editionAt(launch.event, now, override);
  return now >= start - nearMs && now < end;
}

/**
 * Gives the facts of all subjects. If the settings have mistakes or the store does not open, gives only facts that need
 * neither.
 */
async function* everything(io: CommandLineIo, standing: Standing): AsyncGenerator<Fact> {
  const read = io.readConfig();
  if (read.kind === "mistakes") {
    const todo = "Corrija no .env e reinicie o servidor.";
    for (const mistake of read.mistakes) yield trouble("Configurações", mistake, todo);
    yield* withoutStore(io);
    return;
  }
  const { config } = read;
  yield fine("Configurações", "Não há erros.");
  const opened = await io.openStore(config.store);
  if (opened.kind === "outage") {
    const todo = "Resolva isto primeiro: quase tudo depende dele.";
    yield trouble("Banco de dados", opened.mistake, todo);
    yield* withoutStore(io);
    return;
  }
  const { database } = opened;
  try {
    Object.assign(standing, await standingIn(database));
    const asked = { ...io, config, database, now: io.clock(), event: launch.event, ...standing };
    for (const subject of Object.values(subjects)) {
      yield* await readFacts(subject, asked);
      yield* askFacts(subject, asked);
    }
  } finally {
    await database.destroy();
  }
}

async function* withoutStore({ folders }: CommandLineIo): AsyncGenerator<Fact> {
  yield ownPictures(folders.pictures);
  yield await published(folders.site);
  yield* contentFacts({ launch, links: { live, ...links } });
}

type Label = "ok" | "aviso" | "falha";

function labelOf({ level, due }: Fact, isNear: boolean): Label {
  if (level === "fine") return "ok";
  const mustBeFine = due === "evening" && isNear;
  return mustBeFine || level === "trouble" ? "falha" : "aviso";
}

/** The width of the column with the label: the longest label and the spaces after it. */
const labelWidth = 7;

function linesOf(fact: Fact, label: Label, began: number | undefined): string {
  const { name, value } = fact;
  const when = label === "ok" || began === undefined ? "" : `Desde ${formatTime(began)}: `;
  const todo = label === "ok" ? "" : adviceOn(fact);
  const advice = todo === "" ? "" : `${" ".repeat(labelWidth)}→ ${escapeForTerminal(todo)}\n`;
  return `${label.padEnd(labelWidth)}${name}: ${escapeForTerminal(`${when}${value}`)}\n${advice}`;
}
