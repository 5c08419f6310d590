import { commandLine } from "#phrases/command-line.ts";

/** `npm run leads -- backup`. */
export const backup = {
  usage: "<arquivo>",
  summary: "faz uma cópia de segurança do banco de dados, com o servidor no ar",
  details: [
    "A cópia mostra os dados de um só momento. Ela é conferida, e só o seu usuário pode lê-la. Ela tem dados pessoais:",
    "guarde-a criptografada e longe desta máquina. Um caminho sem / no começo parte da pasta do projeto.",
  ],
  exists: (file: string) => `${file} já existe. Escolha outro nome, ou apague o arquivo.`,
  isFolder: (folder: string) => `${folder} é uma pasta. Escreva também o nome do arquivo.`,
  published: (folder: string) =>
    `Um arquivo em ${folder}/ pode ir para a internet, e a cópia tem dados pessoais. Escolha outra pasta.`,
  noFolder: commandLine.noFolder,
  copied: (from: string, to: string) => `A cópia de ${from} está em ${to}. Ela foi conferida.`,
  notRecorded: (reason: string) =>
    `O painel não vai mostrar esta cópia, porque não é possível gravar no banco de dados (${reason}).`,
  leftBeside: (file: string, copies: readonly string[]) =>
    `Não há leads em ${file}. Uma restauração deixou ${copies.join(", ")} ao lado. Para trazer uma delas de volta: npm run leads -- restore <arquivo>`,
  postgres: (file: string) => [
    "Os leads estão no Postgres: use a ferramenta dele para a cópia. Ponha em DATABASE_URL, no terminal, o endereço sem a",
    "senha (docs/operacao/copias.md diz onde escrever a senha). Depois rode:",
    "  umask 077",
    `  pg_dump --format=custom --file=${file} "$DATABASE_URL"`,
  ],
};
