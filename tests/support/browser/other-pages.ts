import { passParameter } from "#lead/contract.ts";
import { failedLoad } from "./complaints.ts";
import { words } from "./words.ts";

const { paths } = words;

export const legalPaths = [paths.privacy, paths.terms] as const;
export const receivedPath = paths.received;
/** The address that a visitor reaches after a sign-up without script; its query contains the person's pass. */
export const receivedAddress = new RegExp(`${paths.received}\\?${passParameter}=.`);
/** The page that says when the class is. While the room is open, the server redirects the visitor instead. */
const livePath = paths.live;

/**
 * For this path the server answers 404, with the page for unknown paths. The path has a folder, because there a
 * relative URL in the page would fail.
 */
export const unknownPath = "/nao/existe";

/** For this path the server answers 400: a percent sign must be followed by a complete UTF-8 character. */
const malformedPath = "/%E0%A4%A";

/**
 * Every page except the landing page. The unknown path is the last one, because its page writes to the console after
 * its load event.
 */
export const otherPaths = [
  ...legalPaths,
  receivedPath,
  livePath,
  malformedPath,
  unknownPath,
] as const;

/** The line that the script of the page for unknown paths writes to the console. */
const unknownPathLog = /^404: .*\/nao\/existe$/;

/**
 * The console lines that one visit to the unknown path causes, and those of one visit to each page except the landing
 * page.
 */
export const unknownPathComplaints = [failedLoad(404), unknownPathLog] as const;
export const otherPagesComplaints = [...unknownPathComplaints, failedLoad(400)] as const;
