import { minuteMs } from "#event/time-zone.ts";
import {
  type Command,
  type CommandInput,
  type CommandLineIo,
  deriveForReading,
  done,
  type Misused,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { formatTime } from "#server/command-line/text.ts";
import { readSpan, spanOptions } from "#server/command-line/times.ts";
import { type Period, type Question, readStats } from "./read-stats.ts";
import { showStats, statsJson } from "./show-stats.ts";

/** How many of the newest periods are shown without `--since`. */
const newestPeriods = { minute: 60, hour: 48, day: 60 };
const maxLabels = 20;

export const stats: Command = {
  usage: "[--by minute|hour|day] [--since <quando>] [--to <quando>] [--watch | --json]",
  summary: "conta inscrições e pessoas por hora, origem e campanha, e entregas por estado",
  details: [
    "Sem --since: as últimas 48 horas, ou 60 minutos ou dias; as outras contas são de todo o tempo, e as entregas sempre.",
    "Cada e-mail conta como uma pessoa; pessoas novas são as que se inscreveram pela primeira vez. Uma inscrição retida conta só",
    "como retida, e quem foi apagado não conta. Com --since e --to contam minutos inteiros, dos últimos 400 dias.",
  ],
  operands: { min: 0, max: 0 },
  options: {
    by: { type: "string", about: "minute, hour ou day: conta por minuto, por hora ou por dia" },
    ...spanOptions,
    watch: { type: "boolean", about: "atualiza a tela até Ctrl-C" },
    json: { type: "boolean", about: "escreve os números como JSON" },
  },
  async run(context, input) {
    const asked = readQuestion(context, input);
    if (asked.kind === "misused") return asked;
    const io = await context.open();
    const { question } = asked;
    await deriveForReading(io);
    if (input.switches.has("watch")) return watchStats(io, question);
    const figures = await readStats(io, question);
    await io.write(
      input.switches.has("json")
        ? statsJson(figures, question)
        : showStats(figures, question, maxLabels),
    );
    return done;
  },
};

/** Sign-ups are counted by the minute, so that a part of a minute is not known. */
function readQuestion(
  { clock, isTerminal }: CommandLineIo,
  input: CommandInput,
): { kind: "question"; question: Question } | Misused {
  const span = readSpan(input, clock());
  if (span.kind === "misused") return span;
  const isWatched = input.switches.has("watch");
  const by = input.values.get("by") ?? (isWatched ? "minute" : "hour");
  if (!isPeriod(by))
    return misused(`--by não aceita "${escapeForTerminal(by)}". Escreva minute, hour ou day.`);
  if (isWatched && input.switches.has("json"))
    return misused("Escreva --watch ou --json, não os dois.");
  if (isWatched && !isTerminal)
    return misused(
      "--watch precisa de um terminal. Sem terminal, rode stats sem --watch, ou com --json.",
    );
  const since = span.since && Math.floor(span.since / minuteMs) * minuteMs;
  const to = span.to && Math.ceil(span.to / minuteMs) * minuteMs;
  const rows = isWatched ? watchedPeriods : newestPeriods[by];
  return { kind: "question", question: { by, since, to, rows } };
}

function isPeriod(text: string): text is Period {
  return Object.hasOwn(newestPeriods, text);
}

const redrawMs = 5_000;
const watchedPeriods = 20;
const watchedLabels = 5;

/** From the upper left corner: ends the old picture, and begins the new one. */
const clearScreen = "\u001b[H\u001b[J";

/** Shows the figures again and again, until the operator ends the command with Ctrl-C. */
async function watchStats(io: WithDatabase, question: Question): Promise<never> {
  const quiet = { ...io, note: () => {} };
  for (;;) {
    const figures = await readStats(quiet, question);
    const head = `${formatTime(figures.now)}. Atualiza a cada 5 segundos. Para sair: Ctrl-C`;
    await io.write(`${clearScreen}${head}\n\n${showStats(figures, question, watchedLabels)}`);
    await io.sleep(redrawMs, new AbortController().signal);
    await deriveForReading(quiet);
  }
}
