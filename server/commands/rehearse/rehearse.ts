import { rehearse as phrases } from "#phrases/commands/rehearse.ts";
import {
  type Command,
  type CommandInput,
  failed,
  type Misused,
  misused,
} from "#server/commands/command-line/command.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { formatCount } from "#server/commands/printing/text.ts";
import { findFreePort } from "./find-free-port.ts";
import { formOriginIn } from "./form-origin.ts";
import { runPlay } from "./run-play.ts";

const usualMinutes = 5;
/** The shortest rehearsal has 12 s: time for its few deliveries. */
const minutesLimits = { min: 0.2, max: 60 };
const maxPort = 65_535;

export const rehearse: Command = {
  needs: "nothing",
  usage: phrases.usage,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: {
    minutes: { type: "string", about: phrases.options.minutes },
    port: { type: "string", about: phrases.options.port },
  },
  async run(io, input) {
    const options = readOptions(input);
    if (options.kind === "misused") return options;
    const read = io.readConfig();
    if (read.kind === "mistakes") return failed(...read.mistakes);
    const origin = await formOriginIn(io.folders.site);
    if (origin !== undefined) return failed(phrases.formElsewhere(origin));
    const port = await findFreePort(options.port);
    if (port === undefined) return failed(phrases.portTaken(options.port));
    return runPlay(io, { config: read.config, port, minutes: options.minutes });
  },
};

/** The port 0 lets the system choose a free one. */
type Options = { kind: "options"; minutes: number; port: number };

function readOptions({ values }: CommandInput): Options | Misused {
  const [minutesText, portText] = [values.get("minutes"), values.get("port")];
  const minutes = minutesText === undefined ? usualMinutes : readMinutes(minutesText);
  if (minutes === undefined) return misused(badMinutes(minutesText ?? ""));
  const port = portText === undefined ? 0 : readPort(portText);
  if (port === undefined) return misused(phrases.badPort(escapeForTerminal(portText ?? "")));
  return { kind: "options", minutes, port };
}

/** Reads a number with a comma, as Brazilians write it, or with a point. */
function readMinutes(text: string): number | undefined {
  if (!/^\d{1,2}([.,]\d{1,2})?$/.test(text)) return undefined;
  const minutes = Number(text.replace(",", "."));
  return minutes >= minutesLimits.min && minutes <= minutesLimits.max ? minutes : undefined;
}

function badMinutes(given: string): string {
  const { min, max } = minutesLimits;
  const limits = { min: min.toLocaleString("pt-BR"), max: formatCount(max) };
  return phrases.badMinutes(escapeForTerminal(given), limits);
}

function readPort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= maxPort ? port : undefined;
}
