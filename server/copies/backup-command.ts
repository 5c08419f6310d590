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
import { outageReason } from "#server/store/connection/errors.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import type { Database } from "#server/store/row-types.ts";
import { makeCopy } from "./copy.ts";
import {
  describeInterval,
  findRepeatedCopies,
  forgetRepeatedCopies,
  type KnownCopies,
  noteProof,
  noteRepeatedCopy,
} from "./late-copies.ts";
import {
  type CopyPlace,
  copyName,
  findSurplus,
  type Keeping,
  newestFirst,
  openPlace,
} from "./places.ts";
import { proveCopy } from "./prove-copy.ts";

/** Where copies are kept, how often one is made, how many stay, and how often the newest is proved. */
type Plan = Keeping & { kind: "plan"; place: CopyPlace; proveMs: number };

const onlyWithTo = ["every", "keep", "prove", "forget"] as const;

export const backup: Command = {
  usage: "<arquivo>  ou  backup --to <pasta ou endereço> [--every 1h] [--keep 48] [--prove 1d]",
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
    prove: {
      type: "string",
      about: "de quanto em quanto tempo a mais nova é restaurada à parte e comparada. Padrão: 1d",
    },
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
  const { every = "1h", prove = "1d" } = Object.fromEntries(values);
  const [everyMs, proveMs] = [readInterval(every), readInterval(prove)];
  if (everyMs === undefined) return noInterval("every", every);
  if (proveMs === undefined) return noInterval("prove", prove);
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
  return { kind: "plan", place, everyMs, proveMs, keep: Number(keep) };
}

function noInterval(option: string, text: string): CommandOutcome {
  return misused(
    `--${option}: "${escapeForTerminal(text)}" não é um intervalo. Escreva, por exemplo, 15m, 1h ou 1d; de 1m a 7d.`,
  );
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
  const opened = await io.openStore(io.store);
  if (opened.kind === "unusable") return opened.mistake;
  const { database } = opened;
  const prover = { ...io, ...plan, database };
  const { place, everyMs } = plan;
  const at = io.clock();
  const name = copyName(at);
  let signUps = 0;
  try {
    const known = await findKnown(prover);
    // A place that does not answer is noticed before anything large is made.
    if (await isLost(prover, known, stopped)) return lostCopies;
    const make = async (file: string) => {
      signUps = await makeCopy(io.store, file, stopped);
    };
    await place.add(name, make, stopped);
    await io.write(
      `${formatTime(at)} Cópia feita e conferida: ${name}. Inscrições: ${formatCount(signUps)}.\n`,
    );
    // A store that fails now does not make the copy a bad one, so the operator is only told.
    await noteRepeatedCopy(database, { place: place.name, everyMs, at })
      .then(() => (isUntried(known) ? prove(prover, { name, unproved: null }, stopped) : undefined))
      .catch((error: unknown) => {
        const reason = reasonOf(error, stopped);
        io.note(
          `${formatTime(at)} A cópia está feita, mas doctor, o painel e os alarmes não sabem dela (${reason}).`,
        );
      });
    await removeSurplus(prover, stopped);
    return undefined;
  } catch (error) {
    return reasonOf(error, stopped);
  } finally {
    await database.destroy();
  }
}

type Prover = WithStore & Plan & { database: Database };

const lostCopies =
  "as cópias que havia neste lugar não estão mais nele, e talvez o disco não esteja montado; se o lugar é novo, use --forget";

/**
 * Proves the newest copy as it lies in the place, if that is due. Returns whether all copies are gone from a place where one
 * was proved: its disk may have dropped out.
 */
async function isLost(
  prover: Prover,
  { provedAt, unproved }: Proof,
  stopped: AbortSignal,
): Promise<boolean> {
  const { database, place, proveMs, everyMs, keep, clock } = prover;
  // A failure is tried again with each copy. Of the copies that stay, one was proved.
  const longest = Math.min(proveMs, (keep - 1) * everyMs);
  const isDue = unproved !== null || (provedAt !== null && clock() - provedAt >= longest);
  const [name] = await place.list(stopped).then(newestFirst, async (error: unknown) => {
    const why = `o lugar delas falhou (${reasonOf(error, stopped)})`;
    if (isDue && !stopped.aborted) await noteProof(database, place.name, { unproved: why });
    throw error;
  });
  if (name !== undefined && isDue) await prove(prover, { name, unproved }, stopped);
  if (name !== undefined || provedAt === null) return false;
  await noteProof(database, place.name, { unproved: lostCopies });
  return true;
}

type Proof = Pick<KnownCopies, "provedAt" | "provedCopy" | "unproved">;

/** Whether no copy in this place was proved yet, or none since a restore. */
function isUntried({ provedAt, unproved }: Proof): boolean {
  return provedAt === null && unproved === null;
}

async function findKnown({ database, place }: Prover): Promise<Proof> {
  const known = (await findRepeatedCopies(database)).find((one) => one.place === place.name);
  return known ?? { provedAt: null, provedCopy: null, unproved: null };
}

const retryProofMs = 10_000;

/** Of failures in a row with the same cause, only the first is reported. */
async function prove(
  prover: Prover,
  { name, unproved }: { name: string; unproved: string | null },
  stopped: AbortSignal,
): Promise<void> {
  const { database, place, clock, sleep, write, note } = prover;
  const now = clock();
  const use = (file: string) => proveCopy(prover, database, { name, file }, stopped);
  const read = () => place.read(name, use, stopped);
  const readAgain = async (error: unknown) => {
    if (stopped.aborted) throw error;
    reasonOf(error);
    // A network that fails once is no reason for an alarm.
    await sleep(retryProofMs, stopped);
    return read();
  };
  const why = await read()
    .catch(readAgain)
    .catch((error: unknown) => {
      const reason = reasonOf(error, stopped);
      if (stopped.aborted) throw error;
      return `a prova da cópia ${name} não chegou ao fim (${reason})`;
    });
  if (why === undefined) {
    await noteProof(database, place.name, { proved_at: now, proved_copy: name, unproved: null });
    await write(
      `${formatTime(now)} Cópia provada: ${name}. Restaurada à parte, é igual ao banco.\n`,
    );
    return;
  }
  await noteProof(database, place.name, { unproved: why });
  if (why !== unproved) note(`${formatTime(now)} A prova da cópia falhou: ${why}.`);
}

/**
 * A copy that cannot be removed is removed after the next copy. While no copy can be proved, the one that was proved last
 * stays too.
 */
async function removeSurplus(prover: Prover, stopped: AbortSignal): Promise<void> {
  const { clock, note, write, place } = prover;
  let removed = 0;
  try {
    const known = await findKnown(prover);
    const spared = known.unproved === null ? null : known.provedCopy;
    for (const name of findSurplus(await place.list(stopped), prover, spared)) {
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
  if (removed > 0)
    await write(`${formatTime(clock())} Cópias antigas removidas: ${formatCount(removed)}.\n`);
}

/** Why something outside of our code failed; an error of our own is thrown on. */
function reasonOf(error: unknown, stopped?: AbortSignal): string {
  const reason = stopped?.aborted ? ended : outageReason(error);
  if (reason === undefined) throw error;
  return reason;
}
