import { launch } from "#content/launch.ts";
import { type Edition, editionAt } from "#event/edition.ts";
import { type ChosenPhase, chosenPhases, type Override } from "#event/override.ts";
import { choiceAt } from "#event/phase.ts";
import { dayMs } from "#event/time-zone.ts";
import { commandLine } from "#phrases/command-line.ts";
import { confirm, yesOption } from "#server/command-line/asking.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { formatDay, formatTime } from "#server/command-line/text.ts";
import { readTime } from "#server/command-line/times.ts";
import { recordAction } from "#server/store/action-log.ts";
import { choosePhase, isFarFromEvent, readEvent, saveStart } from "./choices.ts";
import { describeEvent, describePhase, follow } from "./describe.ts";

const call = "npm run leads --";
const words = [...chosenPhases, "auto", "moved"] as const;

/** A date that is further away than this is a slip of the pen. */
const maxAheadMs = 366 * dayMs;

export const phase: Command = {
  usage: `[${[...chosenPhases, "auto"].join("|")}|moved <data e hora>|moved back] [--yes]`,
  summary: "mostra o momento do evento; muda o que a página diz agora, ou a data da aula",
  details: [
    "Sem mais nada, mostra o que a página diz agora, por quê, e o que muda depois.",
    "live: a aula está ao vivo. waiting: está atrasada. over: terminou. cancelled: foi cancelada. auto: o relógio volta a decidir.",
    "live e waiting acabam sozinhos só depois de 12 horas: quando a aula terminar, escolha over.",
    'moved: outra data, como 12/11/2026 20:00, "12/11 20h" ou "amanhã 20h"; só a hora (20:30) é do dia da aula. moved back: a de content/launch.ts.',
    `A escolha fica no banco de dados. ${follow}`,
  ],
  operands: { min: 0, max: 5 },
  options: yesOption,
  async run(context, input) {
    const [typed, ...following] = input.operands;
    if (typed === undefined) return printEvent(await context.open());
    const word = words.find((name) => name === typed.toLowerCase());
    if (word === undefined)
      return misused(
        `"${escapeForTerminal(typed)}" não é um momento que se pode escolher. Escreva um destes: live (ao vivo), waiting (atrasada), over (terminou), cancelled (cancelada), auto (o relógio decide), moved (outra data).`,
      );
    const [extra] = following;
    if (word === "moved")
      return extra === undefined
        ? printEvent(await context.open())
        : move(await context.open(), input, following.join(" "));
    if (extra !== undefined) return misused(commandLine.argumentTooMany(escapeForTerminal(extra)));
    return choose(await context.open(), input, word);
  },
};

/** Prints where the event stands. */
async function printEvent({
  database,
  databaseClock,
  write,
}: WithDatabase): Promise<CommandOutcome> {
  const now = await databaseClock(database);
  const { override } = await readEvent(database);
  for (const line of describeEvent(launch.event, now, override)) await write(`${line}\n`);
  return done;
}

/** Says that the change is made, and what follows from it. */
async function tellChange(io: WithDatabase): Promise<CommandOutcome> {
  await io.write(`Feito. ${follow}\n`);
  return printEvent(io);
}

async function choose(
  io: WithDatabase,
  input: CommandInput,
  choice: ChosenPhase | "auto",
): Promise<CommandOutcome> {
  const { database } = io;
  const now = await io.databaseClock(database);
  const { override } = await readEvent(database);
  const warning = choice === "auto" ? undefined : warningAbout(now, choice, override);
  if (warning !== undefined) {
    await io.write(`${warning}\n`);
    const agreed = await confirm(io, input, "Mudar a página?");
    if (agreed !== "agreed") return agreed;
  }
  const chosen = { event: launch.event, choice, now };
  await database.transaction().execute(async (writing) => {
    await choosePhase(writing, chosen);
    await recordAction(writing, { at: now, action: "phase", detail: choice });
  });
  const told = await tellChange(io);
  // What the operator must not forget: the clock no longer does it.
  if (choice === "live") await io.write(`Quando a aula terminar: ${call} phase over\n`);
  if (choice === "waiting") await io.write(`Quando a aula começar: ${call} phase live\n`);
  return told;
}

/** Why the operator must confirm a choice; undefined for one that is usual on the night of the event. */
function warningAbout(
  now: number,
  choice: ChosenPhase,
  override: Override | undefined,
): string | undefined {
  if (isFarFromEvent(launch.event, now, override)) {
    const { start } = editionAt(launch.event, now, override);
    return `A aula é em outro dia (${formatDay(start)}), mas já agora, para todos os visitantes, ${describePhase(choice)}. Para ver isso sem que eles vejam, abra o painel: ${call} panel`;
  }
  return choice === "cancelled" ? "A página dirá a todos que a aula foi cancelada." : undefined;
}

async function move(io: WithDatabase, input: CommandInput, typed: string): Promise<CommandOutcome> {
  const now = await io.databaseClock(io.database);
  const { override } = await readEvent(io.database);
  const edition = editionAt(launch.event, now, override);
  const read = readStart(typed, now, edition);
  if (read.kind === "misused") return read;
  const { start } = read;
  if (start === edition.start) {
    await io.write(`A aula já está nesta data: ${formatDay(start)}. Nada mudou.\n`);
    return done;
  }
  await io.write(`De:   ${formatDay(edition.start)}\nPara: ${formatDay(start)}\n`);
  const chosen = choiceAt(launch.event, now, override);
  // A new date does not take back a phase that was chosen by hand, for example for a class that is late.
  if (chosen)
    await io.write(
      `Isto não muda com a data, porque foi escolhido à mão: ${describePhase(chosen.name)}. Se o relógio deve decidir, rode depois: ${call} phase auto\n`,
    );
  const agreed = await confirm(io, input, "A página, a agenda e as buscas dirão a data nova.");
  if (agreed !== "agreed") return agreed;
  const movedTo = start === edition.plannedStart ? undefined : start;
  const moved = { edition: edition.year, movedTo, now };
  await io.database.transaction().execute(async (writing) => {
    await saveStart(writing, moved);
    await recordAction(writing, { at: now, action: "moved", detail: formatTime(start) });
  });
  return tellChange(io);
}

type ReadStart = { kind: "start"; start: number } | { kind: "misused"; line: string };

/** Reads the new start of the event. An hour alone is an hour of the day on which the event is planned now. */
function readStart(typed: string, now: number, { start, plannedStart }: Edition): ReadStart {
  if (typed.toLowerCase() === "back") return { kind: "start", start: plannedStart };
  const shown = escapeForTerminal(typed);
  const read = readTime(typed, now, { ahead: { hourAloneOn: start } });
  if (read.kind === "not-read")
    return misused(
      `"${shown}" não foi entendido como data e hora. Escreva, por exemplo: phase moved 12/11/2026 20:00`,
    );
  if (read.kind === "impossible")
    return misused(`"${shown}" não existe. Confira o dia, o mês e a hora.`);
  if (read.end > read.start)
    return misused(`Falta a hora. Escreva, por exemplo: phase moved ${shown} 20:00`);
  if (read.start <= now) return misused(`Esta data já passou: ${formatDay(read.start)}`);
  if (read.start > now + maxAheadMs)
    return misused(`Esta data está a mais de um ano: ${formatDay(read.start)}`);
  return { kind: "start", start: read.start };
}
