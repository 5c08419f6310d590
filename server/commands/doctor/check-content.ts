import { existsSync } from "node:fs";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { findProblems } from "#content/shapes/find-problems.ts";
import { type Launch, launchShape } from "#content/shapes/launch.ts";
import { type Links, linksShape } from "#content/shapes/links.ts";
import { content as phrases } from "#phrases/doctor/content.ts";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import type { StoredEvent } from "#server/event/choices.ts";
import { groupPlaceholders, placeholders } from "#server/placeholders.ts";
import { checkEvent } from "./check-event.ts";
import { buildAgain, type DoctorFinding, findingsOn } from "./finding.ts";

export type Content = { launch: Launch; links: Links };

const { subjects } = phrases;

export const wholeContent: Content = { launch, links };

/**
 * Checks content/launch.ts and content/links.ts, which the build puts into the page. `stored` is what the store says about
 * the event.
 */
export function checkContent(
  content: Content,
  { clock, folders }: Pick<CommandLineIo, "clock" | "folders">,
  stored?: StoredEvent,
): DoctorFinding[] {
  const mistakes = findMistakes(content);
  const { event } = content.launch;
  return [
    ...mistakes,
    // With a wrong value, such as an unknown time zone, the time of the event cannot be computed.
    ...(mistakes.length === 0 ? [noMistakes, ...checkEvent(event, clock(), stored)] : []),
    checkSamples(content.links),
    checkPictures(folders.pictures),
    checkPageForm(content.launch),
    checkGuarantee(content.launch),
    checkAccess(content.launch),
  ];
}

const noMistakes = findingsOn(subjects.mistakes).ok(phrases.noMistakes);

/** A build without mistakes has none here: the same shapes checked the files before. */
function findMistakes(content: Content): DoctorFinding[] {
  const { fail } = findingsOn(subjects.mistakes);
  const wrong = [
    ...findProblems(launchShape, content.launch).map(inFile("launch.ts")),
    ...findProblems(linksShape, content.links).map(inFile("links.ts")),
  ];
  return wrong.map((text) => fail(text, phrases.correctMistake(buildAgain)));
}

function inFile(file: string) {
  return ({ name, problem }: { name: string; problem: string }) =>
    phrases.mistake(file, name, problem);
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
