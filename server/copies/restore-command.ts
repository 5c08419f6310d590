import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  type WithStore,
} from "#server/command-line/command.ts";
import { formatCount } from "#server/command-line/text.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import { copyTime, newestFirst, openPlace } from "./places.ts";
import { type RestoreOptions, type RestoreOutcome, restore as restoreInto } from "./restore.ts";

export const restore: Command = {
  usage: "<arquivo, pasta ou endereço> [--replace] [--erased <cópia mais nova>]",
  summary: "troca o banco de dados por uma cópia de segurança",
  details: [
    "Pare o servidor antes. A cópia é conferida, e quem foi apagado depois dela é apagado de novo.",
    "O banco antigo fica ao lado do novo. Apague-o quando não precisar mais dele.",
    "De uma pasta ou de um bucket (s3+https://…), vale a cópia mais nova. O Postgres tem de estar vazio: crie outro banco.",
  ],
  operands: { min: 1, max: 1 },
  options: {
    replace: { type: "boolean", about: "troca o banco mesmo que ele já tenha leads" },
    erased: {
      type: "string",
      about: "apaga também quem foi apagado até esta outra cópia, mais nova",
    },
  },
  async run(context, { operands: [text = ""], switches, values }) {
    const io = context.settings();
    const newer = values.get("erased");
    const stopped = io.stopSignal();
    const options = {
      newer: newer === undefined ? undefined : resolve(newer),
      replace: switches.has("replace"),
      now: io.clock(),
      stopped,
    };
    try {
      const use = (backup: string) => restoreCopy(io, { ...options, backup });
      return await withCopy(io, text, use, stopped);
    } catch (error) {
      if (!stopped.aborted) throw error;
      return failed("O restore foi interrompido, e nada mudou.");
    }
  },
};

/**
 * Finds the copy that the operator has named, and fetches it if it is in a bucket: a file, a copy in a bucket, or the
 * newest one in a folder or bucket.
 */
async function withCopy(
  io: WithStore,
  text: string,
  use: (file: string) => Promise<CommandOutcome>,
  stopped: AbortSignal,
): Promise<CommandOutcome> {
  const isFolder = statSync(text, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder && !text.startsWith("s3+")) return use(resolve(text));
  const named = copyTime(basename(text)) === undefined ? undefined : basename(text);
  const address = named === undefined ? text : text.slice(0, -named.length);
  const opened = openPlace(address, io);
  if (opened.kind === "unfit") return failed(opened.why);
  const { place } = opened;
  const name = named ?? newestFirst(await place.list(stopped), io.clock())[0];
  if (name === undefined) return failed(`Não há cópias em ${place.name}.`);
  await io.write(`Cópia: ${name}, de ${place.name}.\n`);
  return place.read(name, use, stopped);
}

async function restoreCopy(io: WithStore, options: RestoreOptions): Promise<CommandOutcome> {
  const { store, note, write } = io;
  const { backup } = options;
  if (store.kind === "postgres" && isDump(backup))
    return failed(
      "Este arquivo é do pg_dump, e só o pg_restore o lê. docs/operacao/copias.md diz como ele volta.",
    );
  const outcome = await restoreInto(store, options);
  if (outcome.kind !== "restored") return failed(explainRefusal(io, outcome));
  const { leads, submissions, erasedAgain, aside, erasuresLost } = outcome;
  await write(
    `${describeStore(store)} foi restaurado. Leads: ${formatCount(leads)}, inscrições: ${formatCount(submissions)}, pessoas apagadas de novo: ${formatCount(erasedAgain)}.\n`,
  );
  if (aside !== undefined)
    await write(`O banco antigo está agora em ${aside}. Apague-o quando não precisar mais dele.\n`);
  if (erasuresLost)
    note(
      store.kind === "sqlite"
        ? "Não foi possível ler o banco antigo, e por isso não se sabe quem foi apagado desde a cópia. Procure essas pessoas nos seus registros e apague-as de novo antes de iniciar o servidor."
        : "Quem foi apagado depois desta cópia não foi apagado aqui. Se o banco antigo ainda abre, faça uma cópia dele e restaure de novo, em outro banco vazio, com --erased <essa cópia>.",
    );
  return done;
}

type Refusal = Exclude<RestoreOutcome, { kind: "restored" }>;

function explainRefusal({ store }: WithStore, refusal: Refusal): string {
  const target = describeStore(store);
  switch (refusal.kind) {
    case "unfit":
      return `Não é possível restaurar ${refusal.file}: ${refusal.reason}. Escolha outra cópia.`;
    case "in-use":
      return `${target} está em uso por um servidor ou por outro comando. Pare-o e rode restore de novo.`;
    case "not-empty":
      return store.kind === "sqlite"
        ? `${target} já tem leads. Para trocá-los pela cópia, acrescente --replace.`
        : `${target} já tem leads ou pessoas apagadas. Crie um banco novo e vazio, ponha o endereço dele em DATABASE_URL e rode restore de novo.`;
  }
}

/** Whether `pg_dump --format=custom` has written the file: only its own tool reads it. */
function isDump(file: string): boolean {
  if (!existsSync(file) || !statSync(file).isFile()) return false;
  const beginning = Buffer.alloc(5);
  const opened = openSync(file, "r");
  readSync(opened, beginning);
  closeSync(opened);
  return beginning.toString("latin1") === "PGDMP";
}
