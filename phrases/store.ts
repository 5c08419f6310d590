const whereSettingsAre = "no ambiente ou no arquivo .env da pasta do projeto";

/** What the server and the commands say about the store: the place where leads are kept. */
export const store = {
  postgres: (place: string) => `Postgres (${place})`,
  /** Each command says this first, so that the operator sees which leads it reads. */
  reading: (place: string) => `Banco de dados: ${place}`,
  missingFolder: (folder: string) =>
    `Não há leads na pasta ${folder}: falta o arquivo leads.sqlite. A pasta vem de DATA_DIR, ${whereSettingsAre}; sem DATA_DIR, é a pasta data. Se os leads estão em outra pasta, corrija DATA_DIR. Se o servidor ainda não rodou nesta máquina, inicie-o primeiro: npm start. Nada foi criado.`,
  missingTables: (place: string) =>
    `Não há leads no ${place}: faltam as tabelas. O endereço vem de DATABASE_URL, ${whereSettingsAre}. Se os leads estão em outro banco, corrija DATABASE_URL. Se o servidor ainda não usou este banco, inicie-o primeiro: npm start. Nada foi criado.`,
  onlyCopies: (place: string, copies: readonly string[]) =>
    `Não há leads em ${place}, mas uma restauração deixou ${copies.join(", ")} ao lado.`,
  bringBack: (copy: string) =>
    `Para trazer de volta a cópia mais nova: npm run leads -- restore ${copy}   Se você não precisa de nenhuma delas, mova-as para outra pasta.`,
  restoreAgain:
    "Rode essa restauração de novo. Se você não precisa de nenhuma dessas cópias, apague-as.",
  older: (place: string, begin: string) =>
    `O banco de dados em ${place} foi feito por uma versão de teste deste programa, antes da primeira, e esta versão não sabe ler as suas tabelas. Nada foi mudado nele. Para começar de novo, ${begin}. Para ler os leads antigos, use a versão que os gravou (npm run leads -- export).`,
  anotherFolder: "escreva outra pasta em DATA_DIR, no .env, ou mova o arquivo para outro lugar",
  anotherDatabase: "escreva o endereço de outro banco em DATABASE_URL, no .env",
  notDurable: (place: string, settings: readonly string[]) =>
    `Os leads não estariam seguros no ${place} (${settings.map((name) => `${name} = off`).join(", ")}): uma queda de energia poderia apagar inscrições já confirmadas. Ligue lá ${settings.join(" e ")} (on), ou corrija DATABASE_URL no .env.`,
  unusableFolder: (place: string, reason: string) =>
    `Não é possível guardar leads em ${place} (${reason}). Se outro programa está usando o banco de dados, tente de novo em um minuto. Senão, dê a este usuário permissão para ler e escrever na pasta, ou escreva outra em DATA_DIR, no .env.`,
  unusablePostgres: (place: string, reason: string) =>
    `Não é possível guardar leads no ${place} (${reason}). Inicie o Postgres, ou corrija DATABASE_URL no .env.`,
};
