import { existsSync } from "node:fs";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { findProblems } from "#content/shapes/find-problems.ts";
import { type Launch, launchShape } from "#content/shapes/launch.ts";
import { type Links, linksShape } from "#content/shapes/links.ts";
import { editionAt } from "#event/edition.ts";
import { content as phrases } from "#phrases/doctor/content.ts";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { groupPlaceholders, placeholders } from "#server/placeholders.ts";
import { describeEventTime } from "./describe-event-time.ts";
import { buildAgain, type DoctorFinding, findingsOn } from "./finding.ts";

export type Content = { launch: Launch; links: Links };

const dayMs = 24 * 60 * 60_000;
/**
 * Doctor warns about an event that is more than this many milliseconds away: this year's event was probably a few days
 * ago, and the page already announces the event of next year.
 */
const farAwayMs = 180 * dayMs;

const { subjects } = phrases;

export const wholeContent: Content = { launch, links };

/** Checks content/launch.ts and content/links.ts, which the build puts into the page. */
export function checkContent(
  content: Content,
  { clock, folders }: Pick<CommandLineIo, "clock" | "folders">,
): DoctorFinding[] {
  return [
    ...checkValues(content),
    checkEvent(content.launch, new Date(clock())),
    checkSamples(content.links),
    checkPictures(folders.pictures),
    checkPageForm(content.launch),
    checkGuarantee(content.launch),
    checkAccess(content.launch),
  ];
}

/** A build without mistakes has none here: the same shapes checked the files before. */
function checkValues(content: Content): DoctorFinding[] {
  const { ok, fail } = findingsOn(subjects.mistakes);
  const wrong = [
    ...findProblems(launchShape, content.launch).map(inFile("launch.ts")),
    ...findProblems(linksShape, content.links).map(inFile("links.ts")),
  ];
  const todo = phrases.correctMistake(buildAgain);
  return wrong.length === 0 ? [ok(phrases.noMistakes)] : wrong.map((text) => fail(text, todo));
}

function inFile(file: string) {
  return ({ name, problem }: { name: string; problem: string }) =>
    phrases.mistake(file, name, problem);
}

function checkEvent({ event }: Launch, now: Date): DoctorFinding {
  const { ok, warn, fail } = findingsOn(subjects.event);
  const edition = editionAt(event, now.getTime());
  const [start, end] = [new Date(edition.start), new Date(edition.end)];
  const announced = phrases.event.announced(describeEventTime(start, event.timeZone));
  const todo = phrases.event.correct(buildAgain);
  if (end <= now) return fail(phrases.event.over(announced), todo);
  if (start <= now) return ok(phrases.event.live(announced));
  const days = Math.floor((start.getTime() - now.getTime()) / dayMs);
  const year = event.year === "next" ? phrases.event.next : phrases.event.pinned(event.year);
  const later = phrases.event.inDays(announced, days, year);
  return days * dayMs > farAwayMs ? warn(phrases.event.far(later), todo) : ok(later);
}

function checkSamples(all: Links): DoctorFinding {
  const { ok, fail } = findingsOn(subjects.samples);
  const names = groupPlaceholders(placeholders(all));
  return names.length === 0
    ? ok(phrases.noSamples)
    : fail(phrases.samples(names.join(", ")), phrases.replaceSamples(buildAgain));
}

function checkPictures(folder: string): DoctorFinding {
  const { ok, warn } = findingsOn(subjects.pictures);
  return existsSync(folder)
    ? ok(phrases.hasPictures(folder))
    : warn(phrases.noPictures(folder), phrases.addPictures);
}

function checkPageForm({ inPageFormSends }: Launch): DoctorFinding {
  const { ok, warn } = findingsOn(subjects.pageForm);
  return inPageFormSends
    ? ok(phrases.formStores)
    : warn(phrases.formStoresNothing, phrases.letFormStore);
}

/** Warns when the page promises two guarantees that differ, because a buyer may insist on the better guarantee. */
function checkGuarantee({ guaranteeDays }: Launch): DoctorFinding {
  const { ok, warn } = findingsOn(subjects.offer);
  const { page, summary } = guaranteeDays;
  if (page === summary) return ok(phrases.oneGuarantee(page));
  return warn(phrases.twoGuarantees(guaranteeDays), phrases.chooseOne("guaranteeDays"));
}

function checkAccess({ access: { page, summary } }: Launch): DoctorFinding {
  const { ok, warn } = findingsOn(subjects.offer);
  if (page === summary) return ok(phrases.oneAccess(accessInWords(page)));
  const text = phrases.twoAccesses(accessInWords(page), accessInWords(summary));
  return warn(text, phrases.chooseOne("access"));
}

function accessInWords(access: Launch["access"]["page"]): string {
  return access === "lifetime" ? phrases.lifetime : phrases.years(access);
}
