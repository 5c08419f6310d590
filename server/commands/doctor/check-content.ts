import { existsSync } from "node:fs";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import type { Launch } from "#content/shapes/launch.ts";
import type { Links } from "#content/shapes/links.ts";
import { eventPeriod } from "#event/event-instant.ts";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { groupPlaceholders, placeholders } from "#server/placeholders.ts";
import { buildAgain, type DoctorFinding, findingsOn } from "./finding.ts";

export type Content = { launch: Launch; links: Links };

const dayMs = 24 * 60 * 60_000;
/**
 * Doctor warns about an event that is more than this many milliseconds away: this year's event was probably a few days
 * ago, and the page already announces the event of next year.
 */
const farAwayMs = 180 * dayMs;

export const wholeContent: Content = { launch, links };

/** Checks content/launch.ts and content/links.ts, which the build puts into the page. */
export function checkContent(
  content: Content,
  { clock, folders }: Pick<CommandLineIo, "clock" | "folders">,
): DoctorFinding[] {
  return [
    checkEvent(content.launch, new Date(clock())),
    checkSamples(content.links),
    checkPictures(folders.pictures),
    checkPageForm(content.launch),
    checkGuarantee(content.launch),
    checkAccess(content.launch),
  ];
}

function checkEvent({ event }: Content["launch"], now: Date): DoctorFinding {
  const { ok, warn, fail } = findingsOn("event");
  const { start, end } = eventPeriod(event, now);
  const text = `The page announces ${inZone(start, event.timeZone)}`;
  const todo = `If that is wrong, correct it in content/launch.ts, then build again: ${buildAgain}`;
  if (end <= now) return fail(`${text}, which is over.`, todo);
  if (start <= now) return ok(`${text}: it is live.`);
  const days = Math.floor((start.getTime() - now.getTime()) / dayMs);
  const later = `${text}, in ${days} days`;
  return days * dayMs > farAwayMs ? warn(`${later}: is this year's event over?`, todo) : ok(later);
}

/** Writes a time in the event's time zone, not in UTC: `2027-11-11 20:00 (America/Sao_Paulo)`. */
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
    ? ok("content/links.ts has no samples left.")
    : fail(
        `Still samples in content/links.ts: ${names.join(", ")}`,
        `Replace them with the real values, then build again: ${buildAgain}`,
      );
}

function checkPictures(folder: string): DoctorFinding {
  const { ok, warn } = findingsOn("pictures");
  return existsSync(folder)
    ? ok(
        `Your pictures are in ${folder}; npm run pictures lists those that are still drawn samples.`,
      )
    : warn(
        `There is no ${folder}: every picture is a drawn sample.`,
        "Add your pictures as content/README.md says, then: npm run pictures",
      );
}

function checkPageForm({ inPageFormSends }: Content["launch"]): DoctorFinding {
  const { ok, warn } = findingsOn("form in the page");
  return inPageFormSends
    ? ok("The form in the page stores sign-ups, as the popup does.")
    : warn(
        "The form in the page stores nothing, as specified: only the popup does.",
        "To store its sign-ups too, set inPageFormSends to true in content/launch.ts.",
      );
}

/** Warns when the page promises two guarantees that differ, because a buyer may insist on the better guarantee. */
function checkGuarantee({ guaranteeDays: { page, summary } }: Launch): DoctorFinding {
  const { ok, warn } = findingsOn("offer");
  if (page === summary) return ok(`The page promises one guarantee: ${page} days.`);
  return warn(
    `The page promises a guarantee of ${page} days, and of ${summary} days in the summary of the offer.`,
    chooseOne("guaranteeDays"),
  );
}

function checkAccess({ access: { page, summary } }: Launch): DoctorFinding {
  const { ok, warn } = findingsOn("offer");
  if (page === summary) return ok(`The page promises one access: ${accessInWords(page)}.`);
  return warn(
    `The page promises access ${accessInWords(page)}, and ${accessInWords(summary)} in the summary of the offer.`,
    chooseOne("access"),
  );
}

function accessInWords(access: Launch["access"]["page"]): string {
  return access === "lifetime" ? "for life" : `for ${access} years`;
}

function chooseOne(name: "guaranteeDays" | "access"): string {
  return `Choose one in content/launch.ts (${name}) and remove the other from content/terms.ts, or leave both knowingly.`;
}
