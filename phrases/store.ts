export const whereSettingsAre = "no ambiente ou no arquivo .env da pasta do projeto";

/** What the server and the commands say about the store: the place where leads are kept. */
export const store = {
  postgres: (place: string) => `Postgres (${place})`,
  /** Each command says this first, so that the operator sees which leads it reads. */
  reading: (place: string) => `Banco de dados: ${place}`,
  missingFolder: (folder: string) =>
    `Não há leads na pasta ${folder}: falta o arquivo leads.sqlite. A pasta vem de DATA_DIR, ${whereSettingsAre}; sem DATA_DIR, é a pasta data. Se os leads estão em outra pasta, corrija DATA_DIR. Se o servidor ainda não rodou nesta máquina, inicie-o primeiro: npm start. Nada foi criado.`,
};
