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

/** How often a sign-up could not be sent, because there was no connection. */
export function failedTries(complaints: readonly string[]): number {
  return complaints.filter((one) => failedSignUp("TypeError").test(one)).length;
}

/** The line that the page writes to the console about one of its scripts that could not be loaded. */
export const failedModule = /^TypeError: Failed to fetch dynamically imported module: \S+/;
