import { links } from "#content/links.ts";
import { alarms, troubles } from "#phrases/alarms.ts";
import { commandLine } from "#phrases/command-line.ts";
import { nothingStops, stopsOf } from "#server/command-line/circuit.ts";
import type { WithDatabase } from "#server/command-line/command.ts";
import { shellWord } from "#server/command-line/escape.ts";
import { formatCount, formatDecimal, formatTime } from "#server/command-line/text.ts";
import { findCopies } from "#server/copies/copy.ts";
import { areSetUp, isLate, readLastCopy } from "#server/copies/last-copy.ts";
import { readEvent } from "#server/event/choices.ts";
import {
  isChannel,
  isNearlyFull,
  isPressedFull,
  isSaidFull,
  listGroups,
  lookAtGroup,
} from "#server/groups/groups.ts";
import { realOnly } from "#server/placeholders.ts";
import { readNetworkTime } from "#server/retention-job.ts";
import { askRoom } from "#server/room/room.ts";
import {
  type Replication,
  readDurability,
  readReplication,
  tryStoring,
} from "#server/store/connection/durability.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import { isCourierAtWork, readCircuit } from "#server/store/courier/circuit.ts";
import {
  alarmAfterMs,
  countParked,
  countPeople,
  findUndelivered,
  waitedMs,
} from "#server/store/deliveries/progress.ts";
import { lastMigration } from "#server/store/migrate.ts";
import type { Database } from "#server/store/row-types.ts";
import { countHeld } from "#server/store/submissions/held-submissions.ts";
import { lastingIn, readTroubles } from "#server/watch/trouble.ts";
import { type Check, evening, type Finding, fail, ok, warn } from "./site-checks.ts";

type Needs = WithDatabase;

/** What an open store tells. Such a store exists, and its tables are up to date. */
export const storeChecks: readonly Check<Needs>[] = [
  {
    title: "banco de dados",
    run: async ({ database, config }) =>
      ok(
        `${describeStore(config.store)}, com as tabelas da migração ${await lastMigration(database)}`,
      ),
  },
  { title: "alarmes", run: listAlarms },
  // Before doctor writes to the store: while a standby is missing, Postgres makes every write wait.
  { title: "perda do disco", run: checkStandby },
  { title: "gravação", run: checkWriting },
  { title: "queda de energia", run: checkDurability },
  { title: "disco", run: checkDisk, canWait: true },
  { title: "relógio", run: checkClock, canWait: true },
  { title: "bancos deixados", run: checkLeftCopies, canWait: true },
  { title: "cópia de segurança", run: checkCopies },
  { title: "servidor", run: checkCourier },
  { title: "entregas", run: checkCircuit },
  { title: "fila", run: checkWaiting },
  { title: "pessoas", run: checkPeople },
  { title: "recusados", run: checkParked },
  { title: "retidas", run: checkHeld },
  { title: "grupos", run: ({ database }) => checkGroups(database) },
  { title: "sala", run: checkRoom },
];

/** The troubles that the watch has found. That the store accepts no writing is found by doctor itself. */
async function listAlarms({ database }: Needs): Promise<Finding[]> {
  const rows = lastingIn(await readTroubles(database));
  const findings = troubles.flatMap(({ alarm, level, sentence, command }) => {
    const row = rows.find(({ name }) => name === alarm);
    if (row === undefined) return [];
    const text = `Desde ${formatTime(row.began_at)}: ${sentence}`;
    const todo = command === alarms.leadsWait.command ? "As outras linhas dizem a causa." : command;
    return [level === "now" ? fail(text, todo) : warn(text, todo)];
  });
  return findings.length > 0 ? findings : [ok("Nenhum alarme agora.")];
}

const standbyGuide = "Veja docs/operacao/postgres.md.";
/** The values of `synchronous_commit` with which a commit does not wait for a standby, even for a connected standby. */
const withoutStandby = ["local", "off"];

/** Whether a sign-up that was answered with 200 survives the loss of the store's disk, or only a power cut. */
export async function checkStandby({
  database,
  config: { store },
}: Pick<Needs, "database"> & { config: Pick<Needs["config"], "store"> }): Promise<Finding> {
  if (store.kind === "sqlite")
    return ok(
      "Uma inscrição confirmada está em um só disco: ela resiste a uma queda de energia, mas não à perda desse disco.",
    );
  const replication = await readReplication(database);
  return replication === undefined || replication.wanted === ""
    ? ok(
        "Uma inscrição confirmada está em um só disco, porque nenhuma réplica síncrona está configurada: ela resiste a uma queda de energia, mas não à perda do disco do Postgres.",
      )
    : checkReplication(replication);
}

function checkReplication({ wanted, waitsFor, connected, hidden }: Replication): Finding {
  const set = `synchronous_standby_names = ${wanted}, synchronous_commit = ${waitsFor}`;
  if (withoutStandby.includes(waitsFor))
    return warn(
      `Uma inscrição confirmada está em um só disco, porque as gravações não esperam pela réplica (${set}).`,
      `Ponha synchronous_commit em on no Postgres. ${standbyGuide}`,
    );
  if (connected > 0)
    return ok(
      `Uma inscrição confirmada resiste à perda do disco do Postgres: uma réplica síncrona também a tem (${set}).`,
    );
  if (hidden > 0)
    return warn(
      `O usuário de DATABASE_URL não pode ver se uma réplica síncrona está conectada (${set}).`,
      "Dê a ele a permissão pg_read_all_stats, ou olhe pg_stat_replication no Postgres.",
    );
  return fail(
    `Nenhuma réplica síncrona está conectada (${set}): toda inscrição espera por uma e é recusada com 503.`,
    `Inicie a réplica, ou ponha synchronous_standby_names em '' e recarregue o Postgres. ${standbyGuide}`,
  );
}

async function checkWriting({ database }: Needs): Promise<Finding> {
  try {
    await tryStoring(database);
    return ok("É possível gravar.");
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return fail(
      `Não é possível gravar: ${reason}.`,
      "Veja o disco, as permissões dos arquivos e, se houver, o Postgres.",
    );
  }
}

/** The value FULL of SQLite's `synchronous`: each commit waits for the disk. https://www.sqlite.org/pragma.html#pragma_synchronous */
const minSynchronous = 2;

async function checkDurability({ database, config, isInMemory }: Needs): Promise<Finding> {
  const { store } = config;
  if (store.kind === "sqlite" && (await isInMemory(store.folder)))
    return fail(
      `A pasta ${store.folder} fica na memória: uma queda de energia ou um reinício da máquina apaga todos os leads.`,
      "Escreva em DATA_DIR, no .env, uma pasta que fique num disco.",
    );
  const settings = await readDurability(database, store.kind);
  const shown = [...settings].map(([name, value]) => `${name} = ${value}`).join(", ");
  const isSafe =
    store.kind === "sqlite"
      ? settings.get("journal_mode") === "wal" &&
        Number(settings.get("synchronous")) >= minSynchronous
      : ![...settings.values()].includes("off");
  return isSafe
    ? ok(`As inscrições confirmadas estão no disco (${shown}).`)
    : fail(
        `Inscrições confirmadas podem se perder (${shown}).`,
        "Corrija essas configurações no banco de dados.",
      );
}

/** In bytes: a million leads with their submissions and deliveries take about 2 GB. */
const warnBelowBytes = 2e9;
const failBelowBytes = 2e8;

async function checkDisk({ config: { store }, freeBytes }: Needs): Promise<Finding> {
  if (store.kind === "postgres")
    return warn(
      "Não é possível ver daqui o disco do Postgres.",
      "Veja na máquina do Postgres: deve haver 2 GB livres.",
    );
  const free = await freeBytes(store.folder);
  const text = `${formatDecimal(free / 1e9)} GB livres em ${store.folder}.`;
  const todo =
    "Libere espaço nesse disco. Ou pare o servidor, mova leads.sqlite para um disco maior e escreva a pasta nova em DATA_DIR, no .env.";
  if (free < failBelowBytes) return fail(text, todo);
  return free < warnBelowBytes ? warn(text, todo) : ok(text);
}

/** The times of sign-ups, consents and erasures come from this clock. In milliseconds. */
const warnAboveMs = 5_000;
const failAboveMs = 60_000;

/** Another machine's answer holds a whole second, and was made at some time while we waited. */
async function checkClock({ config, fetch, clock }: Needs): Promise<Finding> {
  const asked = clock();
  const theirs = await readNetworkTime(config, fetch);
  const todo =
    "Ligue a sincronização de horário nesta máquina e, se houver, na do Postgres: timedatectl set-ntp true";
  if (theirs === undefined)
    return warn("Nenhuma outra máquina disse a hora: este relógio não foi conferido.", todo);
  const apart = Math.max(theirs - clock(), asked - (theirs + 1_000), 0);
  const text = `Este relógio difere do de outra máquina em ${formatDecimal(apart / 1_000)} s.`;
  if (apart > failAboveMs) return fail(text, todo);
  return apart > warnAboveMs ? warn(text, todo) : ok(text);
}

/** A copy that a backup or a restore left beside the store: a person who is erased from the store is still in it. */
function checkLeftCopies({ config: { store } }: Needs): Finding[] {
  if (store.kind === "postgres") return [];
  const copies = findCopies(store.folder);
  if (copies.length === 0) return [];
  const paths = copies.map(({ path }) => shellWord(path)).join(" ");
  return [
    warn(
      `Há cópias ao lado do banco de dados: ${copies.map(({ name }) => name).join(", ")}. Quem foi apagado depois que elas foram feitas ainda está nelas.`,
      `Se faltam leads no banco, restaure antes as cópias em outra pasta (DATA_DIR) e compare os números de stats. Se nada falta, e nenhum backup ou restore está rodando, apague-as: rm -r ${paths}`,
    ),
  ];
}

async function checkCopies({ database, clock }: Needs): Promise<Finding> {
  const copy = await readLastCopy(database);
  if (!areSetUp(copy))
    return warn(
      "Nenhuma cópia é feita de tempos em tempos: o que só está nesta máquina se perde com ela.",
      "Siga docs/operacao/copias.md.",
    );
  const { at, failure, provedAt } = copy;
  const last = at === null ? "Nenhuma deu certo ainda." : `A última boa é de ${formatTime(at)}.`;
  const proved = provedAt === null ? "" : ` Uma foi conferida em ${formatTime(provedAt)}.`;
  const failed = failure === null ? "" : ` A tentativa mais nova parou em: ${failure}.`;
  const text = `${last}${proved}${failed}`;
  const todo =
    "journalctl -u black-ahsd-backup (no container: docker compose logs copies) diz o motivo; docs/operacao/copias.md, o que fazer.";
  if (isLate(copy, clock())) return fail(text, todo);
  return failure === null ? ok(text) : warn(text, todo);
}

async function checkCourier({ database }: Needs): Promise<Finding> {
  return (await isCourierAtWork(database))
    ? ok("Um servidor está no ar e pode enviar leads ao ActiveCampaign.")
    : warn(
        "Nenhum servidor com as configurações do ActiveCampaign está usando este banco de dados.",
        "Inicie o servidor, ou reinicie-o, se você mudou o .env: npm start; com systemd: black-ahsd-restart.",
      );
}

async function checkCircuit({ database, databaseClock }: Needs): Promise<Finding[]> {
  const stops = stopsOf(await readCircuit(database), await databaseClock(database));
  return stops.length === 0
    ? [ok(nothingStops)]
    : stops.map(({ isFailure, text, todo }) => (isFailure ? fail(text, todo) : warn(text, todo)));
}

async function checkWaiting({ database, databaseClock, config }: Needs): Promise<Finding> {
  const { count, oldestAt } = await findUndelivered(database);
  const waitMs = waitedMs(oldestAt, await databaseClock(database));
  if (count === 0) return ok("Nenhum lead está na fila.");
  const minutes = formatCount(Math.floor(waitMs / 60_000));
  const text = `Leads na fila: ${formatCount(count)}; o mais antigo, há ${minutes} min.`;
  if (waitMs <= alarmAfterMs || config.activeCampaign === undefined) return ok(text);
  return warn(
    text,
    "Estão guardados. Veja se a fila diminui: npm run leads -- stats. Se não, faça o que outra linha pede.",
  );
}

/** Whether each stored person is held, new, delivered, on the way or refused. */
async function checkPeople({ database }: Needs): Promise<Finding> {
  const { stored, held, underived, withDelivery, delivered, waiting, parked } =
    await countPeople(database);
  const known = held + underived + withDelivery;
  const followed = delivered + waiting + parked;
  if (stored === known && withDelivery === followed)
    return ok(`Pessoas guardadas: ${formatCount(stored)}. As contas fecham.`);
  return fail(
    `As contas não fecham: pessoas guardadas, ${formatCount(stored)}, e retidas, novas ou com entrega, ${formatCount(known)}; com entrega, ${formatCount(withDelivery)}, e entregues, na fila ou recusadas, ${formatCount(followed)}.`,
    "Algo mudou o banco por fora do servidor: veja docs/operacao/copias.md, em Voltar a uma cópia.",
  );
}

async function checkParked({ database }: Needs): Promise<Finding[]> {
  const parked = await countParked(database);
  if (parked === 0) return [];
  const text = `Leads que o ActiveCampaign recusou: ${formatCount(parked)}.`;
  return [warn(text, "Para ver quais são: npm run leads -- retry")];
}

async function checkHeld({ database }: Needs): Promise<Finding[]> {
  const held = await countHeld(database);
  if (held === 0) return [];
  const text = `Inscrições retidas, que podem ser de um robô: ${formatCount(held)}.`;
  return [warn(text, "Para ver quais são: npm run leads -- release")];
}

/** Whether the WhatsApp groups have places for the people who are still to come. */
async function checkGroups(database: Database, linkWithout = links.group): Promise<Finding> {
  const groups = await listGroups(database);
  const none =
    "Não há grupos no banco de dados: o botão do grupo leva ao link de content/links.ts.";
  const { groupsFull, groupsNearlyFull } = alarms;
  if (groups.length === 0)
    return isChannel(linkWithout)
      ? ok(none)
      : evening(
          none,
          `Um grupo comum enche, e com esse link o servidor não percebe isso. Ponha os grupos, e um de reserva: ${groupsFull.command}`,
        );
  const open = groups.filter(({ state }) => state === "open");
  if (open.length === 0) return fail(groupsFull.sentence, groupsFull.command);
  if (isNearlyFull(groups)) return evening(groupsNearlyFull.sentence, groupsNearlyFull.command);
  const said = open.find(isSaidFull);
  if (said)
    return warn(
      `Pessoas que disseram que o grupo ${said.id} está cheio: ${formatCount(said.saidFull)}.`,
      lookAtGroup(said.id),
    );
  const pressed = open.find(isPressedFull);
  if (pressed)
    return warn(
      `O grupo ${pressed.id} pode estar cheio: lugares dados, ${formatCount(pressed.taken)} de ${formatCount(pressed.stopAt)}, e cliques não reconhecidos, ${formatCount(pressed.presses)}.`,
      lookAtGroup(pressed.id),
    );
  const places = open.reduce((sum, group) => sum + group.stopAt - group.taken, 0);
  return ok(
    `Grupos abertos: ${formatCount(open.length)}. Lugares livres neles: ${formatCount(places)}.`,
  );
}

/** Whether the room answers. A sample of a link is named with the other samples. */
async function checkRoom({ database, fetch }: Needs): Promise<Finding[]> {
  const { roomLink } = await readEvent(database);
  const link = roomLink ?? realOnly(links.live);
  if (link === undefined) return [];
  const name = roomLink ? `A sala escolhida (${new URL(link).host})` : "A sala de content/links.ts";
  const reason = await askRoom(link, fetch);
  const look = `Abra o link dela no navegador. Se ela caiu: ${commandLine.call} room <link>`;
  return [reason ? evening(`${name} ${reason}.`, look) : ok(`${name} respondeu.`)];
}
