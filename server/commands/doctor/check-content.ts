import { existsSync } from "node:fs";
import { difference } from "#content/difference.ts";
import { faq } from "#content/faq.ts";
import { guarantee } from "#content/guarantee.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { priceReveal } from "#content/price-reveal.ts";
import { priceStaircase } from "#content/price-staircase.ts";
import type { Launch, Links } from "#content/shape.ts";
import { terms } from "#content/terms.ts";
import { eventPeriod } from "#event/event-instant.ts";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { groupPlaceholders, placeholders } from "#server/placeholders.ts";
import { buildAgain, type DoctorFinding, findingsOn } from "./finding.ts";
import { contradictions } from "./offer-contradictions.ts";

export type Content = {
  launch: Pick<Launch, "event" | "inPageFormSends">;
  links: Links;
  /** What says something of the offer, by its file. */
  offer: Record<string, unknown>;
};

const dayMs = 24 * 60 * 60_000;
/** Nobody announces it so long before: rather, it has just been, and the page has gone on to next year's. */
const farAwayMs = 180 * dayMs;

export const wholeContent: Content = {
  launch,
  links,
  offer: {
    "content/hero.ts": hero,
    "content/price-staircase.ts": priceStaircase,
    "content/difference.ts": difference,
    "content/price-reveal.ts": priceReveal,
    "content/guarantee.ts": guarantee,
    "content/faq.ts": faq,
    "content/terms.ts": terms,
  },
};

/** As it was when this was built: the page says the same. */
export function checkContent(
  content: Content,
  { clock, folders }: Pick<CommandLineIo, "clock" | "folders">,
): DoctorFinding[] {
  return [
    checkEvent(content.launch, new Date(clock())),
    checkSamples(content.links),
    checkPictures(folders.pictures),
    checkPageForm(content.launch),
    ...contradictions(content.offer),
  ];
}

function checkEvent({ event }: Content["launch"], now: Date): DoctorFinding {
  const { ok, warn, fail } = findingsOn("event");
  const { start, end } = eventPeriod(event, now);
  const text = `The page announces ${inZone(start, event.timeZone)}`;
  const todo = `Is it not the right one, correct it in content/launch.ts, then build again: ${buildAgain}`;
  if (end <= now) return fail(`${text}, which is over.`, todo);
  if (start <= now) return ok(`${text}: it is on.`);
  const days = Math.floor((start.getTime() - now.getTime()) / dayMs);
  const later = `${text}, in ${days} days`;
  return days * dayMs > farAwayMs ? warn(`${later}: has this year's just been?`, todo) : ok(later);
}

/** As the page says it, and not in UTC: `2027-11-11 20:00 (America/Sao_Paulo)`. */
function inZone(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return `${format.format(instant)} (${timeZone})`;
}

function checkSamples(all: Links): DoctorFinding {
  const { ok, fail } = findingsOn("samples");
  const names = groupPlaceholders(placeholders(all));
  return names.length === 0
    ? ok("Every link and number in content/links.ts is a real one.")
    : fail(
        `Still samples in content/links.ts: ${names.join(", ")}`,
        `Put the real ones there, then build again: ${buildAgain}`,
      );
}

function checkPictures(folder: string): DoctorFinding {
  const { ok, warn } = findingsOn("pictures");
  return existsSync(folder)
    ? ok(`Yours are in ${folder}; npm run pictures says which are still drawn samples.`)
    : warn(
        `There is no ${folder}: every picture is a drawn sample.`,
        "Put yours there as content/README.md says, then: npm run pictures",
      );
}

function checkPageForm({ inPageFormSends }: Content["launch"]): DoctorFinding {
  const { ok, warn } = findingsOn("form in the page");
  return inPageFormSends
    ? ok("It stores sign-ups, as the popup does.")
    : warn(
        "It stores nothing, as specified: only the popup does.",
        "To store its sign-ups too, set inPageFormSends to true in content/launch.ts.",
      );
}
