// Runs the tests in a clone that `in-clones.ts` made: those that another Node could break, or with the argument
// `content`, those that an owner's edits could break.
import "#scripts/setup/root.mjs";
import type { Result } from "#scripts/check/steps.ts";
import { ensureInstalled } from "#scripts/setup/install.ts";

const since = performance.now();
await ensureInstalled("full");

const { read, runJourneys, runSteps, staticChecks, unitTests } = await import(
  "#scripts/check/steps.ts"
);

/** Titles of the journeys that an owner's other words, lists, dates and settings could break. */
const journeysOfWords = [
  "on a small phone the first screen says",
  "in each phase the page says what fits",
  "a moved class has its new date",
  "the landing page looks good on a phone",
  "no word of page and popups is torn",
  "a lesson plays large",
  "arrow keys go round over all",
  "the font files reach all texts",
  "sends once, and a confirmation",
];
const server = ["server/http-server", "server/sign-up/", "server/store/", "tests/hostile-requests"];
/**
 * The folders whose tests show words, dates and settings of content/; the tests of other server folders use a frozen
 * copy of content/.
 */
const readers = ["content/", "event/", "lead/", "phrases/", "site/", "tests/"];
const ofServer = ["doctor", "event", "groups", "pages", "room"].map((room) => `server/${room}/`);
const steps =
  process.argv.at(-1) === "content"
    ? [
        staticChecks,
        unitTests("Unit tests of what reads content/", true, [...readers, ...ofServer]),
        { name: "Journeys", run: runJourneysOfWords },
      ]
    : [unitTests("Unit tests of the server and its store", true, server)];
await runSteps(steps, since);

async function runJourneysOfWords(): Promise<Result> {
  const chromium = process.env["CHROMIUM_PATH"] ?? "";
  const result = await runJourneys(chromium, ["--grep", journeysOfWords.join("|")]);
  const { counts } = result;
  const { suites = [] } = read(result.report ?? "");
  const lacking = journeysOfWords.filter((title) => !JSON.stringify(suites).includes(title));
  if (lacking.length === 0) return result;
  const output = `${result.output}\nNo journey has the title that tests/all/in-this-clone.ts names: ${lacking.join("; ")}`;
  return { ...result, output, counts: { ...counts, failed: counts.failed + lacking.length } };
}
