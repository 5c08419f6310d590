import { passParameter } from "#lead/contract.ts";
import { failedLoad } from "./complaints.ts";
import { words } from "./words.ts";

const { paths } = words;

export const legalPaths = [paths.privacy, paths.terms] as const;
export const receivedPath = paths.received;
/** The address to which a sign-up without script leads: it has the person's pass. */
export const receivedAddress = new RegExp(`${paths.received}\\?${passParameter}=.`);
/** The page that says when the class is. While the room is open, the server sends the visitor on instead. */
const livePath = paths.live;

/**
 * The server answers 404, with the page for unknown paths. The path lies in a folder, because a relative URL in the
 * page would fail there.
 */
export const unknownPath = "/nao/existe";

/** The server answers 400: a percent sign must be followed by a whole character in UTF-8. */
const malformedPath = "/%E0%A4%A";

/**
 * Every page but the landing page. The unknown path comes last, because its page writes to the console only after its
 * load event.
 */
export const otherPaths = [
  ...legalPaths,
  receivedPath,
  livePath,
  malformedPath,
  unknownPath,
] as const;

/** The line that the page for an unknown path writes to the console with its script. */
const unknownPathLog = /^404: .*\/nao\/existe$/;

/**
 * The complaints in the console about one visit to the unknown path, and those about one visit to each page but the
 * landing page.
 */
export const unknownPathComplaints = [failedLoad(404), unknownPathLog] as const;
export const otherPagesComplaints = [...unknownPathComplaints, failedLoad(400)] as const;
