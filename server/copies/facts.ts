import { type Fact, fine, type Look, notice, type Subject, trouble } from "#server/facts/fact.ts";
import { formatTime } from "#server/format.ts";
import { areSetUp, isLate, readLastCopy } from "./last-copy.ts";

export const copies: Subject = { title: "Cópias", facts: async (look) => [await lastCopy(look)] };

const name = "Cópias";
const alarm = "copias-atrasadas";
const guide = "Siga docs/operacao/copias.md.";
const why =
  "journalctl -u black-ahsd-backup (no container: docker compose logs copies) diz o motivo; docs/operacao/copias.md, o que fazer.";

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
  if (isLate(copy, now))
    return trouble(name, `Há mais de uma hora nenhuma cópia deu certo. ${value}`, why, {
      alarm,
      canWait: true,
    });
  return failure === null
    ? fine(name, value, { alarm })
    : notice(name, value, why, { alarm, canWait: true });
}
