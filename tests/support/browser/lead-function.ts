import type { Page, Request, Route } from "@playwright/test";
import { addContactPath, contextHeader } from "#lead/contract.ts";

type Answer = (route: Route) => Promise<void> | void;

/** Answers the page's requests to the lead function, and returns a list of these requests. */
export async function answerLeads(page: Page, answer: Answer = pass): Promise<Request[]> {
  const requests: Request[] = [];
  await page.unroute(`**${addContactPath}`);
  await page.route(`**${addContactPath}`, (route) => {
    requests.push(route.request());
    return answer(route);
  });
  return requests;
}

/** What a request to the lead function says about the sign-up in addition to its fields. */
export function contextOf(request: Request | undefined): unknown {
  return JSON.parse(decodeURIComponent(request?.headers()[contextHeader] ?? "null"));
}

/** An answer of the lead function that waits until the test calls `release`. */
export function heldAnswer(): { answer: Answer; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { answer: (route) => released.then(() => accept(route)), release };
}

function accept(route: Route): Promise<void> {
  return route.fulfill({ json: { ok: true } });
}

function pass(route: Route): Promise<void> {
  return route.continue();
}
