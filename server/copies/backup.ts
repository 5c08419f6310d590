import { type Command, done, failed } from "#server/command-line/command.ts";
import { findPlace, writePrivateFile } from "#server/command-line/private-file.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import { readErasures, writeErasures } from "#server/store/erasures-file.ts";
import { copySqlite } from "./copy.ts";

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
