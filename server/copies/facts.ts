import { hourMs } from "#event/time-zone.ts";
import { type Fact, fine, type Look, notice, type Subject, trouble } from "#server/facts/fact.ts";
import { formatTime } from "#server/format.ts";
import type { Database } from "#server/store/schema.ts";

export const copies: Subject = { title: "Cópias", facts: async (look) => [await lastCopy(look)] };

const name = "Cópias";
const alarm = "copias-atrasadas";
const guide = "Siga docs/operacao/copias.md.";
const why =
  "journalctl -u black-ahsd-backup (no container: o log dele) diz o motivo; docs/operacao/copias.md, o que fazer.";

async function lastCopy({ database, now }: Look): Promise<Fact> {
  const copy = await readLastCopy(database);
  if (!areSetUp(copy))
    return notice(
      name,
      "Nenhuma cópia é feita de tempos em tempos: o que só está nesta máquina se perde com ela.",
      guide,
      { alarm, canWait: true },
    );
  const { at, failure, provedAt } = copy;
  const last = at === null ? "Nenhuma deu certo ainda." : `A última boa é de ${formatTime(at)}.`;
  const proved = provedAt === null ? "" : ` Uma foi conferida em ${formatTime(provedAt)}.`;
  const failed = failure === null ? "" : ` A tentativa mais nova parou em: ${failure}.`;
  const value = `${last}${proved}${failed}`;
  if (at === null || now - at > maxAgeMs)
    return trouble(
      name,
      at === null ? value : `Há mais de uma hora nenhuma cópia deu certo. ${value}`,
      why,
      {
        alarm,
        canWait: true,
      },
    );
  return failure === null
    ? fine(name, value, { alarm })
    : notice(name, value, why, { alarm, canWait: true });
}

/** The one row about the copies that `deploy/backup` makes. */
type LastCopy = {
  /** When the last copy was made and all other steps of `deploy/backup` had succeeded; null before the first copy. */
  at: number | null;
  /** The step at which the newest try failed; null if this try succeeded. */
  failure: string | null;
  /** When a copy was last restored to another folder and compared with the store. */
  provedAt: number | null;
};

export function readLastCopy(database: Database): Promise<LastCopy> {
  return database
    .selectFrom("copies")
    .select(["at", "failure", "proved_at as provedAt"])
    .executeTakeFirstOrThrow();
}

/** True if copies were ever tried: without copies, no copy is late. */
function areSetUp({ at, failure }: LastCopy): boolean {
  return at !== null || failure !== null;
}

/** A copy older than this is late: `deploy/backup` makes one every 15 minutes. */
const maxAgeMs = hourMs;
