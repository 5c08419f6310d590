import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { dayMs, hourMs, minuteMs } from "#event/time-zone.ts";
import { commandLine } from "#phrases/command-line.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithDatabase,
  type WithStore,
} from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { publishedRoom } from "#server/command-line/private-file.ts";
import { formatCount, formatTime } from "#server/command-line/text.ts";
import { recordAction } from "#server/store/action-log.ts";
import { outageReason, StoreOutage } from "#server/store/connection/errors.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import { makeCopy } from "./copy.ts";
import {
  describeInterval,
  findRepeatedCopies,
  forgetRepeatedCopies,
  noteRepeatedCopy,
  type RepeatedCopy,
} from "./late-copies.ts";
import { type CopyPlace, copyName, findSurplus, type Keeping, openPlace } from "./places.ts";

/** Where copies are kept, how often one is made, and how many stay. */
type Plan = Keeping & { kind: "plan"; place: CopyPlace };

const onlyWithTo = ["every", "keep", "forget"] as const;

export const backup: Command = {
  usage: "<arquivo>  ou  backup --to <pasta ou endereço> [--every 1h] [--keep 48]",
  summary:
    "faz uma cópia de segurança do banco de dados, com o servidor no ar; com --to, de tempos em tempos",
  details: [
    "A cópia mostra os dados de um só momento. Ela é conferida, e só o seu usuário pode lê-la. Ela tem dados pessoais:",
    "guarde-a criptografada e longe desta máquina. Um caminho sem / no começo parte da pasta do projeto.",
    "Com --to, o comando fica rodando: copia já e depois a cada intervalo, confere cada cópia e só então remove as mais",
    "antigas. O endereço de um bucket é como s3+https://servidor/bucket/pasta; a chave dele fica no .env.",
  ],
  operands: { min: 0, max: 1 },
  options: {
    to: { type: "string", about: "a pasta ou o bucket das cópias" },
    every: { type: "string", about: "de quanto em quanto tempo: 15m, 1h, 1d. Padrão: 1h" },
    keep: { type: "string", about: "quantas cópias ficam, uma por intervalo. Padrão: 48" },
    forget: {
      type: "boolean",
      about: "não espera mais cópias em --to: o alarme acaba. Não remove nenhuma cópia",
    },
  },
  async run(context, input) {
    const [file] = input.operands;
    const to = input.values.get("to");
    if (file !== undefined && to !== undefined)
      return misused("Escreva um arquivo ou --to, não os dois.");
    if (file !== undefined) {
      const stray = onlyWithTo.find((name) => input.values.has(name) || input.switches.has(name));
      if (stray !== undefined) return misused(`--${stray} só vale com --to.`);
      return copyOnce(await context.open(), file);
    }
    if (to === undefined) return misused(commandLine.argumentMissing);
    if (input.switches.has("forget")) return forget(await context.open(), to);
    const io = context.settings();
    const plan = readPlan(io, input, to);
    if (plan.kind !== "plan") return plan;
    await keepCopying(io, plan, io.stopSignal());
    return done;
  },
};

async function copyOnce(
  { database, config: { store }, clock, note, write }: WithDatabase,
  file: string,
): Promise<CommandOutcome> {
  const to = resolve(file);
  const refusal = refuseFile(to);
  if (refusal !== undefined) return failed(refusal);
  await makeCopy(store, to, new AbortController().signal);
  const noted = recordAction(database, { at: clock(), action: "backup" });
  await noted.catch((error: unknown) =>
    note(
      `O painel não vai mostrar esta cópia, porque não é possível gravar no banco de dados (${reasonOf(error)}).`,
    ),
  );
  await write(`A cópia de ${describeStore(store)} está em ${to}. Ela foi conferida.\n`);
  return done;
}

/** Why the copy cannot be written to this file; undefined if it can. */
function refuseFile(to: string): string | undefined {
  const folder = dirname(to);
  if (existsSync(to))
    return statSync(to).isDirectory()
      ? `${to} é uma pasta. Escreva também o nome do arquivo.`
      : `${to} já existe. Escolha outro nome, ou apague o arquivo.`;
  return existsSync(folder) ? refusePublished(to) : commandLine.noFolder(folder);
}

function refusePublished(file: string): string | undefined {
  const room = publishedRoom(file);
  return room === undefined
    ? undefined
    : `Um arquivo em ${room}/ pode ir para a internet, e a cópia tem dados pessoais. Escolha outra pasta.`;
}

const units = { m: minuteMs, h: hourMs, d: dayMs };
const maxEveryMs = 7 * dayMs;
const maxKeep = 10_000;

function readPlan(io: WithStore, { values }: CommandInput, to: string): Plan | CommandOutcome {
  const every = values.get("every") ?? "1h";
  const everyMs = readInterval(every);
  if (everyMs === undefined)
    return misused(
      `--every: "${escapeForTerminal(every)}" não é um intervalo. Escreva, por exemplo, 15m, 1h ou 1d; de 1m a 7d.`,
    );
  const keep = values.get("keep") ?? "48";
  if (!/^[1-9]\d{0,4}$/.test(keep) || Number(keep) > maxKeep)
    return misused(
      `--keep: "${escapeForTerminal(keep)}" não serve. Escreva um número inteiro de 1 a ${maxKeep}.`,
    );
  const opened = openPlace(to, io);
  if (opened.kind === "unfit") return failed(opened.why);
  const { place } = opened;
  const { folder = "" } = place;
  const published = existsSync(folder) ? refusePublished(join(folder, "-")) : undefined;
  if (published !== undefined) return failed(published);
  return { kind: "plan", place, everyMs, keep: Number(keep) };
}

function readInterval(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (unit !== "m" && unit !== "h" && unit !== "d") return undefined;
  const ms = Number(count) * units[unit];
  return ms >= minuteMs && ms <= maxEveryMs ? ms : undefined;
}

/** Ends the alarm about a place where no copies are made any more on purpose. */
async function forget(io: WithDatabase, to: string): Promise<CommandOutcome> {
  const { database, write } = io;
  const opened = openPlace(to, io);
  if (opened.kind === "unfit") return failed(opened.why);
  const place = opened.place.name;
  if (!(await forgetRepeatedCopies(database, place))) {
    const places = (await findRepeatedCopies(database)).map((copy) => copy.place).join(", ");
    const others = places === "" ? "" : ` São esperadas em: ${places}.`;
    return failed(`Nenhuma cópia era esperada em ${place}.${others}`);
  }
  await write(`Nenhuma cópia é mais esperada em ${place}. As que estão lá ficam.\n`);
  return done;
}

/** What the command prints at its end, and the reason for which a copy was broken off then. */
const ended = "As cópias pararam.";

/** Makes copies until `stopped` is aborted. Of failures in a row with the same cause, only the first is reported. */
async function keepCopying(io: WithStore, plan: Plan, stopped: AbortSignal): Promise<void> {
  const { store, clock, sleep, write, note } = io;
  const { place, everyMs, keep } = plan;
  const retryMs = Math.min(everyMs, minuteMs);
  await write(
    `Cópias de ${describeStore(store)} em ${place.name}: uma agora, e depois a cada ${describeInterval(everyMs)}. Ficam as ${formatCount(keep)} mais novas. Quem for apagado sai da última cópia em até ${describeInterval(keep * everyMs)}, se nenhuma cópia falhar. Para parar: Ctrl-C\n`,
  );
  let told: string | undefined;
  while (!stopped.aborted) {
    const failure = await copyToPlace(io, plan, stopped);
    if (stopped.aborted) break;
    // The words of the system after the colon differ from try to try.
    const cause = failure?.split(":")[0];
    if (cause !== undefined && cause !== told)
      note(
        `${formatTime(clock())} A cópia falhou (${failure}). As anteriores ficam. Nova tentativa a cada ${describeInterval(retryMs)}.`,
      );
    told = cause;
    // The copies of all processes are due at the same times, for example at each full hour, however long a copy takes.
    await sleep(cause === undefined ? everyMs - (clock() % everyMs) : retryMs, stopped);
  }
  await write(`${ended}\n`);
}

/** Makes one copy, and then removes those that are too many. Returns why no copy was made; undefined if one was. */
async function copyToPlace(
  io: WithStore,
  plan: Plan,
  stopped: AbortSignal,
): Promise<string | undefined> {
  const { place, everyMs } = plan;
  const at = io.clock();
  const name = copyName(at);
  let signUps = 0;
  try {
    // A place that does not answer is noticed before anything large is made.
    await place.list(stopped);
    const make = async (file: string) => {
      signUps = await makeCopy(io.store, file, stopped);
    };
    await place.add(name, make, stopped);
  } catch (error) {
    return reasonOf(error, stopped);
  }
  await noteInStore(io, { place: place.name, everyMs, at }).catch((error: unknown) =>
    io.note(
      `${formatTime(at)} A cópia está feita, mas doctor, o painel e os alarmes não sabem dela (${reasonOf(error)}).`,
    ),
  );
  const removed = await removeSurplus(io, plan, stopped);
  const olderRemoved = removed === 0 ? "" : ` Cópias antigas removidas: ${removed}.`;
  await io.write(
    `${formatTime(at)} Cópia feita e conferida: ${name}. Inscrições: ${formatCount(signUps)}.${olderRemoved}\n`,
  );
  return undefined;
}

/** A store that fails now does not make the copy a bad one, so the operator is only told. */
async function noteInStore({ store, openStore }: WithStore, copy: RepeatedCopy): Promise<void> {
  const opened = await openStore(store);
  if (opened.kind === "unusable") throw new StoreOutage(opened.mistake);
  const { database } = opened;
  await noteRepeatedCopy(database, copy).finally(() => database.destroy());
}

/** Returns how many were removed. A copy that cannot be removed is removed after the next copy. */
async function removeSurplus(
  { clock, note }: WithStore,
  { place, ...keeping }: Plan,
  stopped: AbortSignal,
): Promise<number> {
  let removed = 0;
  try {
    for (const name of findSurplus(await place.list(stopped), keeping)) {
      await place.remove(name, stopped);
      removed += 1;
    }
  } catch (error) {
    const reason = reasonOf(error, stopped);
    if (!stopped.aborted)
      note(
        `${formatTime(clock())} Não foi possível remover as cópias antigas (${reason}). A próxima cópia tenta de novo.`,
      );
  }
  return removed;
}

/** Why something outside of our code failed; an error of our own is thrown on. */
function reasonOf(error: unknown, stopped?: AbortSignal): string {
  const reason = stopped?.aborted ? ended : outageReason(error);
  if (reason === undefined) throw error;
  return reason;
}
