/** How often an expected complaint must come: exactly this number of times, or at least once. */
export type Times = number | "once or more";

/** A complaint of a page's console (an error or a warning) that a test expects. */
export type ExpectedComplaint = { pattern: RegExp; times: Times };

/** Compares the complaints of a test with the expected ones. Each complaint counts for one expectation only. */
export function compareComplaints(
  complaints: readonly string[],
  expected: readonly ExpectedComplaint[],
): { unexpected: string[]; missing: string[] } {
  const all = expected.map((one) => ({ ...one, count: 0 }));
  const unexpected: string[] = [];
  for (const complaint of complaints) {
    const match = all.find(({ pattern, times, count }) => {
      const canTakeMore = times === "once or more" || count < times;
      return canTakeMore && pattern.test(complaint);
    });
    if (match) match.count += 1;
    else unexpected.push(complaint);
  }
  const missing = all.filter(({ times, count }) => count < (times === "once or more" ? 1 : times));
  return {
    unexpected,
    missing: missing.map(({ pattern, times, count }) => `${pattern}: ${count} of ${times}`),
  };
}

const functionName = "add-contact-active-campaign";

/** The line that the browser writes to the console about a response with an error status. */
export function failedLoad(status: number): RegExp {
  return new RegExp(`^Failed to load resource: .* status of ${status} `);
}

/** The line that the browser writes to the console about a request without any response. */
export const lostConnection = /^Failed to load resource: net::ERR_/;

/**
 * The line that the page writes to the console about a sign-up that was not accepted. Firefox prints each part of this
 * line in quotes.
 */
export function failedSignUp(reason: string): RegExp {
  return new RegExp(`${functionName}:"? "?${reason.replace(/[{}]/g, "\\$&")}`);
}

/** The lines in the console about a sign-up that was not sent, because there was no connection. */
export const unsentSignUp = [lostConnection, failedSignUp("TypeError")] as const;

/** The line that the page writes to the console about one of its scripts that could not be loaded. */
export const failedModule = /Failed to fetch dynamically imported module/;

/** The line that the page writes to the console when its first script could not be loaded. */
export const failedScript = /\/assets\/hydrate-\S+\.js /;
