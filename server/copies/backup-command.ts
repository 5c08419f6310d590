import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { dayMs, hourMs, minuteMs } from "#event/time-zone.ts";
import { commandLine } from "#phrases/command-line.ts";
import { store as storePhrases } from "#phrases/store.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithStore,
} from "#server/commands/command-line/command.ts";
import { publishedRoom } from "#server/commands/export/file-place.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import { recordDeed } from "#server/store/panel/deeds.ts";
import { makeCopy } from "./copy.ts";
import { inStore, keepCopying, type Plan } from "./keep-copying.ts";
import { findOrphans } from "./left-copies.ts";
import { openPlace } from "./open-place.ts";
import { findRepeatedCopies, forgetRepeatedCopies } from "./repeated-copies.ts";

const onlyWithTo = ["every", "keep", "forget"] as const;

export const backup: Command = {
  needs: "store",
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
  async run(io, input) {
    const [file] = input.operands;
    const to = input.values.get("to");
    if (file !== undefined && to !== undefined)
      return misused("Escreva um arquivo ou --to, não os dois.");
    if (file !== undefined) {
      const alone = onlyWithTo.find((name) => input.values.has(name) || input.switches.has(name));
      return alone === undefined ? copyOnce(io, file) : misused(`--${alone} só vale com --to.`);
    }
    if (to === undefined) return misused(commandLine.argumentMissing);
    const plan = readPlan(io, input, to);
    if (plan.kind !== "plan") return plan;
    if (input.switches.has("forget")) return forget(io, plan.place.name);
    await keepCopying(io, plan, io.stopSignal());
    return done;
  },
};

async function copyOnce(io: WithStore, file: string): Promise<CommandOutcome> {
  const { store, clock, note, write } = io;
  const to = resolve(file);
  const unfit = findNoStore(io) ?? findUnfitName(to);
  if (unfit !== undefined) return failed(unfit);
  await makeCopy(store, to, new AbortController().signal);
  const at = clock();
  const notNoted = await inStore(io, (database) => recordDeed(database, { at, deed: "backup" }));
  if (notNoted !== undefined)
    note(
      `O painel não vai mostrar esta cópia, porque não é possível gravar no banco de dados (${notNoted}).`,
    );
  await write(`A cópia de ${describeStore(store)} está em ${to}. Ela foi conferida.\n`);
  return done;
}

function findNoStore({ store }: WithStore): string | undefined {
  if (store.kind === "postgres" || existsSync(sqliteFile(store.folder))) return undefined;
  const left = findOrphans(store.folder).map(({ path }) => path);
  return left.length === 0
    ? storePhrases.missingFolder(resolve(store.folder))
    : `Não há leads em ${describeStore(store)}. Uma restauração deixou ${left.join(", ")} ao lado. Para trazer uma delas de volta: npm run leads -- restore <arquivo>`;
}

function findUnfitName(to: string): string | undefined {
  const folder = dirname(to);
  if (existsSync(to))
    return statSync(to).isDirectory()
      ? `${to} é uma pasta. Escreva também o nome do arquivo.`
      : `${to} já existe. Escolha outro nome, ou apague o arquivo.`;
  return existsSync(folder) ? findPublished(to) : commandLine.noFolder(folder);
}

function findPublished(file: string): string | undefined {
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
  const opened = openPlace(to, { ...io, keys: io.config.bucketKeys });
  if (opened.kind === "unfit") return failed(opened.why);
  const { place, isFolder } = opened;
  const published =
    isFolder && existsSync(place.name) ? findPublished(join(place.name, "-")) : undefined;
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
async function forget(io: WithStore, place: string): Promise<CommandOutcome> {
  const opened = await io.openStore(io.store);
  if (opened.kind === "unusable") return failed(opened.mistake);
  const { database } = opened;
  try {
    if (await forgetRepeatedCopies(database, place)) {
      await io.write(`Nenhuma cópia é mais esperada em ${place}. As que estão lá ficam.\n`);
      return done;
    }
    const places = (await findRepeatedCopies(database)).map((copy) => copy.place).join(", ");
    const others = places === "" ? "" : ` São esperadas em: ${places}.`;
    return failed(`Nenhuma cópia era esperada em ${place}.${others}`);
  } finally {
    await database.destroy();
  }
}
