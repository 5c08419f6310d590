import { resolve } from "node:path";
import { versions } from "node:process";
import { findOrphans, type LeftCopy } from "#server/copies/copy.ts";
import { outageReason, outages } from "#server/store/connection/errors.ts";
import {
  describeStore,
  type OpenOptions,
  openDatabase,
  type Store,
} from "#server/store/connection/open-database.ts";
import type { Database } from "#server/store/schema.ts";

export type OpenedStore =
  | { kind: "open"; database: Database }
  | { kind: "outage"; mistake: string };

/** The version of Node-API that SQLite's package needs: a Node with an older one crashes when it opens a file. */
const neededNodeApi = 10;

/** Opens the store, or says what the operator can do. Creates no empty store if a restore left the real one beside it. */
export async function openStore(
  store: Store,
  options: OpenOptions = {},
  { node, napi = "" }: Partial<typeof versions> = versions,
): Promise<OpenedStore> {
  if (Number(napi) < neededNodeApi)
    return {
      kind: "outage",
      mistake: `O programa precisa do Node 22.18 ou mais novo, e este é o ${node}. Instale o Node 24 de https://nodejs.org ou use os comandos do npm, que o buscam.`,
    };
  const orphans = store.kind === "sqlite" ? findOrphans(store.folder) : [];
  if (orphans.length > 0) return { kind: "outage", mistake: explainOrphans(store, orphans) };
  try {
    return { kind: "open", database: await openDatabase(store, options) };
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return { kind: "outage", mistake: explain(store, reason) };
  }
}

/**
 * Opens the store for a command. Only the server creates a store: a command that created one, because DATA_DIR names
 * another folder, would show no leads where there are many.
 */
export function openExistingStore(store: Store): Promise<OpenedStore> {
  return openStore(store, { onlyExisting: true });
}

function explainOrphans(store: Store, copies: readonly LeftCopy[]): string {
  const paths = copies.map(({ path }) => path).join(", ");
  const newest = copies.filter(({ kind }) => kind === "replaced").at(-1);
  const advice =
    newest === undefined
      ? "Rode essa restauração de novo. Se você não precisa de nenhuma dessas cópias, apague-as."
      : `Para trazer de volta a cópia mais nova: npm run leads -- restore ${newest.path}   Se você não precisa de nenhuma delas, mova-as para outra pasta.`;
  return `Não há leads em ${describeStore(store)}, mas uma restauração deixou ${paths} ao lado. ${advice}`;
}

function explainMissing(store: Store): string {
  const [missing, setting, otherwise] =
    store.kind === "sqlite"
      ? [
          `na pasta ${resolve(store.folder)}: falta o arquivo leads.sqlite`,
          "DATA_DIR",
          "; sem DATA_DIR, é a pasta data",
        ]
      : [`no ${describeStore(store)}: faltam as tabelas`, "DATABASE_URL", ""];
  return `Não há leads ${missing}. O lugar vem de ${setting}, no ambiente ou no arquivo .env da pasta do projeto${otherwise}. Se os leads estão em outro, corrija ${setting}. Se o servidor ainda não usou este, inicie-o primeiro: npm start. Nada foi criado.`;
}

function explain(store: Store, reason: string): string {
  if (reason === outages.missing) return explainMissing(store);
  const place = describeStore(store);
  if (reason === outages.older)
    return `${place} ${reason}. Nada foi mudado nele. Para começar de novo, escreva outra pasta em DATA_DIR, ou outro banco em DATABASE_URL, no .env.`;
  return store.kind === "sqlite"
    ? `Não é possível guardar leads em ${place} (${reason}). Se outro programa está usando o banco de dados, tente de novo em um minuto. Senão, dê a este usuário permissão para ler e escrever na pasta, ou escreva outra em DATA_DIR, no .env.`
    : `Não é possível guardar leads no ${place} (${reason}). Inicie o Postgres, mude lá o que falta, ou corrija DATABASE_URL no .env.`;
}
