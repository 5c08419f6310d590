import { existsSync } from "node:fs";
import { type Command, done, failed } from "#server/command-line/command.ts";
import { findPlace, writePrivateFile } from "#server/command-line/private-file.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import { Sqlite, sqliteFile } from "#server/store/connection/sqlite.ts";
import { readErasures, rememberedTables, writeErasures } from "#server/store/erasures-file.ts";
import { describeStore } from "#server/store/open-store.ts";

export const backup: Command = {
  usage: "<arquivo>",
  summary: "copia o banco de dados para um arquivo, com o servidor no ar",
  details: [
    "A cópia mostra os dados de um só momento. Ela é conferida, e só o seu usuário pode lê-la. Ela tem dados pessoais:",
    "guarde-a criptografada e longe desta máquina. Um caminho sem / no começo parte da pasta do projeto.",
    "De um Postgres o arquivo tem só os apagamentos: os leads são copiados por quem cuida do Postgres.",
  ],
  operands: { min: 1, max: 1 },
  async run(context, { operands: [file = ""] }) {
    const { database, config, write } = await context.open();
    const place = findPlace(file);
    if (place.kind === "unfit") return failed(place.line);
    const { path: to } = place;
    const { store } = config;
    if (store.kind === "postgres") {
      const erasures = await readErasures(database);
      await writePrivateFile(to, (part) => writeErasures(erasures, part));
      await write(
        `Os apagamentos do ${describeStore(store)} estão em ${to}. Os leads não: copie o Postgres com as ferramentas dele.\n`,
      );
      return done;
    }
    await copySqlite(sqliteFile(store.folder), to);
    await write(`A cópia de ${describeStore(store)} está em ${to}. Ela foi conferida.\n`);
    return done;
  },
};

/**
 * Makes a complete copy of a store in SQLite while other processes go on writing, and gives the copy its name only
 * after a check. SQLite writes all rows anew, because a copy page by page would include traces of erased people in the
 * gaps of pages. The copy is a single file without a write-ahead log, so it can be read in a read-only folder.
 */
export function copySqlite(from: string, to: string): Promise<void> {
  return writePrivateFile(to, (part) => {
    const source = new Sqlite(from, { fileMustExist: true });
    try {
      source.prepare("vacuum into ?").run(part);
    } finally {
      source.close();
    }
    const unfit = findUnfit(part);
    if (unfit !== undefined) throw new Error(`A cópia de ${from} está danificada: ${unfit}.`);
  });
}

/** A SQLite file without these tables is not a store of leads. */
const storeTables = ["schema_migrations", "submissions", "leads", "deliveries"];

/**
 * Returns why a file is not a copy of a store, or not a file of erasures, in words for people; undefined when the file
 * is right.
 */
export function findUnfit(path: string, kind: "store" | "erasures" = "store"): string | undefined {
  if (!existsSync(path)) return "este arquivo não existe";
  try {
    const file = new Sqlite(path, { readonly: true, fileMustExist: true });
    try {
      const found = String(file.pragma("integrity_check(1)", { simple: true }));
      if (found !== "ok") return `a conferência do arquivo diz: ${found.replaceAll("\n", " ")}`;
      const tables = file.prepare("select name from sqlite_master where type = 'table'").pluck();
      const names = new Set(tables.all());
      const isMissing = (name: string) => !names.has(name);
      const [wanted, what] =
        kind === "store" ? [storeTables, "dos leads"] : [rememberedTables, "dos apagamentos"];
      const missing = wanted.filter(isMissing).join(", ");
      if (missing === "") return undefined;
      return rememberedTables.some(isMissing)
        ? `não é uma cópia ${what}: faltam as tabelas ${missing}`
        : "tem só os apagamentos, que se aplicam com restore --erased";
    } finally {
      file.close();
    }
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return reason;
  }
}
