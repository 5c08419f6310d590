import { basename } from "node:path";
import { shellWord } from "#server/command-line/escape.ts";
import {
  type Asked,
  type Fact,
  fine,
  type Look,
  notice,
  type Subject,
  trouble,
} from "#server/facts/fact.ts";
import { formatDecimal, formatDuration } from "#server/format.ts";
import { readNetworkTime } from "#server/retention-job.ts";
import {
  type Replication,
  readReplication,
  tryStoring,
} from "#server/store/connection/durability.ts";
import { isBusy, outageReason } from "#server/store/connection/errors.ts";
import { describeStore, leftBeside } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";

export const store: Subject = {
  title: "Banco de dados e disco",
  facts: async (look) => [
    await disk(look),
    await removal(look),
    fine("Versão", look.version ?? "De um servidor que não foi publicado, ou de um comando."),
  ],
  asked: async (asked) => [
    ...leftCopies(asked),
    ...encryption(asked),
    fine("Banco de dados", describeStore(asked.config.store)),
    ...(await inMemory(asked)),
    // The standby is checked before doctor writes to the store: while a standby is missing, Postgres makes every
    // write wait.
    await standby(asked),
    await storing(asked.database),
    await clockFact(asked),
  ],
};

export const diskAlarm = "disco-quase-cheio";
const removalAlarm = "apagamento-parado";

/** Tries whether a sign-up can be stored now: a store that fails cannot keep a row that says so. */
export async function storing(database: Database): Promise<Fact & { error?: unknown }> {
  try {
    await tryStoring(database);
    return fine(storingName, "O banco de dados aceita gravações.", { alarm: storingAlarm });
  } catch (error) {
    return { ...notStoring(error), error };
  }
}

const [storingName, storingAlarm] = ["Gravação", "gravacao-parada"] as const;

export function notStoring(error: unknown): Fact {
  if (isBusy(error))
    return trouble(
      storingName,
      "Outro programa está com a gravação do banco de dados: as inscrições esperam por ele e são recusadas.",
      "Feche esse programa no servidor: um sqlite3 aberto, ou o que copia arquivos. fuser -v leads.sqlite, na pasta dos dados, mostra qual é.",
      { alarm: storingAlarm },
    );
  const reason = outageReason(error);
  return trouble(
    storingName,
    `O banco de dados não aceita gravações: as inscrições são recusadas${reason === undefined ? "" : ` (${reason})`}.`,
    "Veja no servidor o disco, as permissões dos arquivos e, se houver, o Postgres.",
    { alarm: storingAlarm, onServer: "doctor" },
  );
}

/** Free bytes on the disk that are enough: a million leads with their submissions and deliveries take about 2 GB. */
const enoughBytes = 2e9;
const fewBytes = 2e8;
const fewShare = 0.1;

/** Each server checks the disk of its own machine. The disk of a Postgres server cannot be read from here. */
export async function disk({
  config: { store },
  readDisk,
}: Pick<Look, "config" | "readDisk">): Promise<Fact> {
  const name = "Disco";
  if (store.kind === "postgres")
    return notice(
      name,
      "O do Postgres não se vê daqui.",
      "Veja na máquina dele se há 2 GB livres.",
      {
        alarm: diskAlarm,
        canWait: true,
      },
    );
  const free = await readDisk(store.folder).catch(() => undefined);
  if (free === undefined)
    return notice(name, `Não foi possível ver o de ${store.folder}.`, "Veja se a pasta existe.");
  const { freeBytes, freeShare } = free;
  const value = `${formatDecimal(freeBytes / 1e9)} GB livres em ${store.folder}, ${Math.floor(freeShare * 100)}%.`;
  const todo =
    "Libere espaço nesse disco; df -h mostra quanto há. Ou pare o servidor, mova leads.sqlite para um disco maior e escreva a pasta nova em DATA_DIR, no .env.";
  if (freeShare < fewShare || freeBytes < fewBytes)
    return trouble(name, `${value} Quando ele enche, as inscrições são recusadas.`, todo, {
      alarm: diskAlarm,
    });
  return freeBytes < enoughBytes
    ? notice(name, value, todo, { alarm: diskAlarm, canWait: true })
    : fine(name, value, { alarm: diskAlarm });
}

async function removal({ database }: Look): Promise<Fact> {
  const name = "Apagamento";
  const row = await database.selectFrom("retention").select("waits").executeTakeFirst();
  return row?.waits === 1
    ? trouble(
        name,
        "O que passou do prazo não é apagado, porque o relógio do servidor pode estar errado.",
        "Acerte-o: timedatectl set-ntp true. Se ele está certo e nenhuma outra máquina responde, o servidor volta a apagar depois de 24 horas ligado.",
        { alarm: removalAlarm, canWait: true },
      )
    : fine(name, "O que passa do prazo é apagado.", { alarm: removalAlarm });
}

async function inMemory({ config: { store }, readDisk }: Asked): Promise<Fact[]> {
  if (store.kind === "postgres" || !(await readDisk(store.folder)).isInMemory) return [];
  return [
    trouble(
      "Queda de energia",
      `A pasta ${store.folder} fica na memória: uma queda de energia ou um reinício da máquina apaga todos os leads.`,
      "Escreva em DATA_DIR, no .env, uma pasta que fique num disco.",
    ),
  ];
}

/**
 * A copy that a backup or a restore left beside the store: a person who is erased from the store is still in that copy.
 */
function leftCopies({ config: { store } }: Asked): Fact[] {
  if (store.kind === "postgres") return [];
  const left = leftBeside(store.folder);
  if (left.length === 0) return [];
  const paths = left.map((path) => shellWord(path)).join(" ");
  return [
    notice(
      "Bancos deixados",
      `Há cópias ao lado do banco de dados: ${left.map((path) => basename(path)).join(", ")}. Quem foi apagado depois que elas foram feitas ainda está nelas.`,
      `Se faltam leads no banco, restaure antes as cópias em outra pasta (DATA_DIR) e compare os números de stats. Se nada falta, e nenhum backup ou restore está rodando, apague-as: rm -r ${paths}`,
      { canWait: true },
    ),
  ];
}

/** The parameters of DATABASE_URL that ask for an encrypted connection to Postgres, or for an unencrypted one. */
const encryptionParameters = [
  "sslmode",
  "ssl",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "sslnegotiation",
];

/** `pg` does not encrypt when DATABASE_URL has none of the parameters that ask for encryption. */
export function encryption({ config: { store } }: Pick<Asked, "config">): Fact[] {
  if (store.kind === "sqlite") return [];
  const { hostname, searchParams } = new URL(store.url);
  const host = searchParams.get("host") ?? hostname;
  if (isNear(host) || encryptionParameters.some((name) => searchParams.has(name))) return [];
  return [
    notice(
      "DATABASE_URL",
      `Não pede criptografia: os dados pessoais vão sem ela até ${host}.`,
      "Acrescente ?sslmode=verify-full ao fim do endereço, no .env, ou ?sslmode=disable se a rede for só sua. Veja docs/operacao/instalar.md.",
    ),
  ];
}

/** True if the database's host is this machine, or a socket in the file system of this machine. */
function isNear(host: string): boolean {
  return /^$|^\/|^%2f|^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}

const standbyGuide = "Veja docs/operacao/postgres.md.";
/** The values of `synchronous_commit` with which a commit does not wait for a standby, even for a connected standby. */
const withoutStandby = ["local", "off"];

/** Whether a sign-up that was answered with 200 survives the loss of the store's disk, or only a power cut. */
export async function standby({
  database,
  config: { store },
}: Pick<Asked, "database"> & { config: Pick<Asked["config"], "store"> }): Promise<Fact> {
  const name = "Perda do disco";
  const one =
    "Uma inscrição confirmada está em um só disco: ela resiste a uma queda de energia, mas não à perda desse disco.";
  if (store.kind === "sqlite") return fine(name, one);
  const replication = await readReplication(database);
  return replication === undefined || replication.wanted === ""
    ? fine(name, `${one} Nenhuma réplica síncrona está configurada.`)
    : replicationFact(name, replication);
}

function replicationFact(name: string, { wanted, waitsFor, connected, hidden }: Replication): Fact {
  const set = `synchronous_standby_names = ${wanted}, synchronous_commit = ${waitsFor}`;
  if (withoutStandby.includes(waitsFor))
    return notice(
      name,
      `Uma inscrição confirmada está em um só disco, porque as gravações não esperam pela réplica (${set}).`,
      `Ponha synchronous_commit em on no Postgres. ${standbyGuide}`,
    );
  if (connected > 0)
    return fine(
      name,
      `Uma inscrição confirmada resiste à perda do disco do Postgres: uma réplica síncrona também a tem (${set}).`,
    );
  if (hidden > 0)
    return notice(
      name,
      `O usuário de DATABASE_URL não pode ver se uma réplica síncrona está conectada (${set}).`,
      "Dê a ele a permissão pg_read_all_stats, ou olhe pg_stat_replication no Postgres.",
    );
  return trouble(
    name,
    `Nenhuma réplica síncrona está conectada (${set}): toda inscrição espera por uma e é recusada com 503.`,
    `Inicie a réplica, ou ponha synchronous_standby_names em '' e recarregue o Postgres. ${standbyGuide}`,
  );
}

/** How many milliseconds this machine's clock may be wrong: it gives the times of sign-ups, consents and erasures. */
const warnAboveMs = 5_000;
const failAboveMs = 60_000;

/**
 * Compares this clock with the time of another machine, which has only whole seconds and was sent at some time while we
 * waited.
 */
export async function clockFact({
  config,
  fetch,
  clock,
}: Pick<Asked, "config" | "fetch" | "clock">): Promise<Fact> {
  const name = "Relógio";
  const asked = clock();
  const theirs = await readNetworkTime(config, fetch);
  const todo =
    "Ligue a sincronização de horário nesta máquina e, se houver, na do Postgres: timedatectl set-ntp true";
  if (theirs === undefined)
    return notice(
      name,
      "Nenhuma outra máquina disse a hora: este relógio não foi conferido.",
      todo,
    );
  const apart = Math.max(theirs - clock(), asked - (theirs + 1_000), 0);
  const text = `Este relógio difere do de outra máquina em ${formatDuration(apart)}.`;
  if (apart > failAboveMs) return trouble(name, text, todo);
  return apart > warnAboveMs ? notice(name, text, todo) : fine(name, text);
}
