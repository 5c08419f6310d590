import { isAfter, isAroundClass, phaseAt } from "#event/phase.ts";
import { hourMs, minuteMs, wallClock } from "#event/time-zone.ts";
import { type Fact, fine, type Look, type Subject, trouble } from "#server/facts/fact.ts";
import { readCounts, readMinutes, type StepCount, timesOf } from "#server/figures/figures.ts";

export const signUps: Subject = {
  title: "Inscrições",
  async facts(look) {
    const isOver = isAfter(phaseOf(look));
    // At night few people visit the page, and the operator sleeps: no alarm begins and no alarm ends.
    if (isNight(look)) {
      const { lasting } = look;
      return [
        arriving(!isOver && lasting.has("sem-inscricoes")),
        errors(lasting.has("muitos-erros")),
      ];
    }
    return [arriving(!isOver && (await isQuiet(look))), errors(await areMany(look))];
  },
};

const tryIt =
  "Inscreva-se você no endereço público e veja o que aparece. Se der certo, não há o que fazer.";

function arriving(isQuiet: boolean): Fact {
  const [name, alarm] = ["Inscrições", "sem-inscricoes"] as const;
  return isQuiet
    ? trouble(
        name,
        "A página está sendo vista, mas ninguém se inscreveu nos últimos 10 minutos.",
        tryIt,
        { alarm, onServer: "doctor" },
      )
    : fine(name, "Chegam, ninguém está vendo a página, ou a aula já terminou.", { alarm });
}

function errors(areMany: boolean): Fact {
  const [name, alarm] = ["Erros no formulário", "muitos-erros"] as const;
  return areMany
    ? trouble(
        name,
        "Mais da metade dos formulários enviados no popup nos últimos 10 minutos terminou em erro.",
        tryIt,
        { alarm, onServer: "doctor" },
      )
    : fine(name, "Poucos nos últimos 10 minutos.", { alarm });
}

/** If there was no sign-up for this long, although there were views, sign-ups may be broken. */
const quietMs = 10 * minuteMs;
/**
 * Views are counted for at most this time: a page with too few views in three hours shows nothing when no one signs up.
 */
const maxQuietMs = 3 * hourMs;
/** Around the time of the class, fewer views than this may all be of people who have signed up before. */
const minViews = 20;
/**
 * At other times, no sign-up is trouble only if so many were expected: by chance, so many are missing once in 20,000
 * times.
 */
const minMissing = 10;
/**
 * At least this share of the views should become sign-ups, also on a page that had fewer sign-ups until now, or none.
 */
const minShare = 0.05;

async function isQuiet(look: Look): Promise<boolean> {
  const { database, now } = look;
  const counts = await readMinutes(database, now - maxQuietMs);
  const minutes = counts.filter(({ minute }) => minute < now);
  const newest = minutes.findLast(({ step, n }) => step === "kept" && n > 0)?.minute ?? 0;
  if (newest >= Math.floor((now - quietMs) / minuteMs) * minuteMs) return false;
  const since = minutes.filter(({ minute }) => minute > newest);
  const views = timesOf("view", since);
  if (isAroundClass(phaseOf(look))) return views >= minViews;
  if (views < minMissing) return false;
  const all = await readCounts(database, now);
  const share = Math.max(timesOf("kept", all) / timesOf("view", all), minShare);
  return isKnown(all) && views * share >= minMissing;
}

const errorsMs = 10 * minuteMs;
/** The fewest sent forms that are judged: one visitor who tries again and again sends fewer. */
const minSent = 20;
const maxErrorShare = 0.5;

async function areMany({ database, now }: Look): Promise<boolean> {
  const minutes = await readMinutes(database, now - errorsMs);
  // Only the popup is counted: the form in the page shows an error also to ask for its tick.
  const popup = minutes.filter(({ surface }) => surface === "popup");
  const sent = timesOf("sent", popup);
  if (sent < minSent || timesOf("error-shown", popup) <= sent * maxErrorShare) return false;
  return isKnown(await readCounts(database, now));
}

/** True after a hundred views: before, the page is only being tried out. */
function isKnown(counts: readonly StepCount[]): boolean {
  return timesOf("view", counts) >= 100;
}

/** True from 22:00 to 8:00, except around the time of the class. */
function isNight(look: Look): boolean {
  const hour = wallClock(look.now, look.event.timeZone).getUTCHours();
  return (hour < 8 || hour >= 22) && !isAroundClass(phaseOf(look));
}

function phaseOf({ event, now, override }: Look) {
  return phaseAt(event, now, override);
}
