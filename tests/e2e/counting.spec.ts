import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, type Page } from "@playwright/test";
import { sourceField } from "#lead/contract.ts";
import {
  type PageReport,
  type PageStep,
  pageReportPath,
  type StepSurface,
} from "#lead/page-report.ts";
import {
  failedLoad,
  failedModule,
  failedSignUp,
  lostConnection,
} from "#tests/support/browser/complaints.ts";
import { test as guarded } from "#tests/support/browser/guarded-test.ts";
import { expectAnswers, fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads, heldAnswer } from "#tests/support/browser/lead-function.ts";
import {
  hydrateByUse,
  openWhileReactLoads,
  waitForScript,
} from "#tests/support/browser/open-landing.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import {
  closeButton,
  leadPopup,
  openLeadPopup,
  receivedHeading,
  sendFailedToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { ana } from "#tests/support/people.ts";

type Recorder = {
  url: string;
  /** The reports that the pages have sent so far, in order. */
  reports: PageReport[];
  /** The paths that the browser loaded in advance, before the visitor opened the page. */
  prerendered: string[];
  /** The statuses of the server's answers to these reports. */
  answers: Promise<number>[];
  stop: () => void;
};

type RecordedTest = {
  recorder: Recorder;
  /** How often the pages have reported each step so far; the keys are `step surface`. */
  steps: () => Record<string, number>;
};

/** A test that records a copy of each report that a page sends to the server. The server must accept all reports. */
const test = guarded.extend<RecordedTest>({
  recorder: async ({ site }, use) => {
    const recorder = await startRecorder(site.url);
    await use(recorder);
    const statuses = await Promise.all(recorder.answers);
    expect(statuses.filter((status) => status !== 204)).toEqual([]);
    recorder.stop();
  },
  baseURL: ({ recorder }, use) => use(recorder.url),
  steps: ({ recorder }, use) => use(() => sumSteps(recorder.reports)),
});

const view = { "view none": 1 };

test("each step counts once, also after a failure, a reload, a double click", async ({
  page,
  context,
  steps,
  pageConsole,
}) => {
  pageConsole.allow([failedLoad(503), failedSignUp("503")]);
  await openCounted(page, steps);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await answerLeads(page, (route) => route.fulfill({ status: 503, json: {} }));
  await submitButton(popup).click();
  await expect(sendFailedToast(popup)).toBeVisible();
  await page.reload();
  await expect(popup).toBeVisible();
  await closeButton(popup).click();
  await openLeadPopup(page);
  const { answer, release } = heldAnswer();
  await answerLeads(page, answer);
  await submitButton(popup).dblclick();
  release();
  await expect(successPopup(page)).toBeVisible();
  await leave(page);
  await expect.poll(steps).toEqual({
    "view none": 2,
    "popup-opened popup": 2,
    "form-begun popup": 1,
    "sent popup": 2,
    "error-shown popup": 1,
  });
  await test.step("the counting leaves nothing in the browser", async () => {
    expect(await context.cookies()).toEqual([]);
    const local = ["signed-up"];
    const tab = ["popup-opened"];
    expect(await stored(page)).toEqual({ local, tab, databases: 0, caches: 0 });
  });
});

test("without its islands the page logs it and still signs visitors up, with their source, and counts it", async ({
  page,
  site,
  steps,
  pageConsole,
}) => {
  pageConsole.allow([lostConnection, failedModule]);
  const uncaught: Error[] = [];
  page.on("pageerror", (error) => uncaught.push(error));
  await page.route("**/assets/islands-*.js", (route) => route.abort());
  const requests = await answerLeads(page);
  const person = visitor();
  await page.goto("/?utm_source=instagram");
  await expect.poll(steps).toEqual(view);
  const popup = await openLeadPopup(page);
  const logged = () => pageConsole.complaints().some((one) => failedModule.test(one));
  await expect.poll(logged).toBe(true);
  await fillIn(popup, person);
  await submitButton(popup).click();
  await expect(page).toHaveURL(receivedAddress);
  expect(site.submissions()).toContainEqual(person);
  expect(uncaught).toEqual([]);
  const source = new URLSearchParams(requests[0]?.postData() ?? "").get(sourceField) ?? "";
  const visit = { utm_source: "instagram" };
  expect(JSON.parse(decodeURIComponent(source))).toEqual({ first: visit, last: visit });
  await expect
    .poll(steps)
    .toEqual({ ...view, "popup-opened popup": 1, "form-begun popup": 1, "sent popup": 1 });
});

test("a form that breaks stands again without script, with its texts, and counts as an error", async ({
  page,
  site,
  steps,
  pageConsole,
}) => {
  pageConsole.allow(/^AbortController is not defined$/);
  await page.addInitScript("delete globalThis.AbortController");
  const person = visitor();
  const load = await openWhileReactLoads(page);
  await fillIn(await openLeadPopup(page), person);
  await load();
  await expect.poll(() => pageConsole.complaints().length).toBeGreaterThan(1);
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await expect(leadPopup(page)).toBeVisible();
  await expectAnswers(leadPopup(page), person);
  await submitButton(leadPopup(page)).click();
  await expect(receivedHeading(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(person);
  await expect.poll(() => steps()["error-shown none"]).toBeGreaterThan(0);
});

test("steps are reported once, when the visitor leaves, with nothing typed or in a link", async ({
  page,
  recorder,
  steps,
}) => {
  const canary = "canary/assets/canary.js";
  const link = `/?utm_source=IG&utm_campaign=${canary}&utm_content=${canary}#${canary}`;
  await openCounted(page, steps, link);
  const typed = { ...ana, name: canary, email: "canary@example.com" };
  await fillIn(await openLeadPopup(page), typed);
  for (const _ of [1, 2]) await hideAndShow(page);
  const reported = { "view none": 1, "popup-opened popup": 1, "form-begun popup": 1 };
  await expect.poll(steps).toEqual(reported);
  expect(new Set(recorder.reports.map(({ source }) => source))).toEqual(new Set(["instagram"]));
  await leave(page);
  // A report of the ended visit would have come before the report of the next visit.
  await page.goto("/");
  await expect.poll(steps).toEqual({ ...reported, "view none": 2 });
  expect(JSON.stringify(recorder.reports)).not.toMatch(/canary|98765/);
});

test("a page prepared in advance reports its view when the visitor comes", async ({
  page,
  recorder,
  steps,
}) => {
  await page.route("/links", (route) => route.fulfill({ contentType: "text/html", body: links }));
  await page.goto("/links");
  await expect.poll(() => recorder.prerendered).toContain("/?utm_source=ig");
  expect(recorder.reports).toEqual([]);
  await page.getByRole("link").click();
  await expect.poll(steps).toEqual({ "view none": 1 });
});

const links = `<!doctype html><title>Links</title><a href="/?utm_source=ig">the page</a>
<script type="speculationrules">{"prerender":[{"source":"list","urls":["/?utm_source=ig"]}]}</script>`;

/** The names of all data that this browser stores for the site. */
function stored(page: Page): Promise<unknown> {
  return page.evaluate(`(async () => ({
    local: Object.keys(localStorage),
    tab: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
  }))()`);
}

/** Opens the landing page, and waits until its view is reported. */
async function openCounted(
  page: Page,
  steps: () => Record<string, number>,
  address = "/",
): Promise<void> {
  await page.goto(address);
  await waitForScript(page);
  await hydrateByUse(page);
  await expect.poll(() => steps()["view none"]).toBe(1);
}

async function leave(page: Page): Promise<void> {
  await page.goto(words.paths.terms);
}

/** Makes the page believe that the visitor went to another tab and back: a test browser shows all its tabs. */
async function hideAndShow(page: Page): Promise<void> {
  for (const hidden of [true, false])
    await page.evaluate(`{
      Object.defineProperty(document, "hidden", { get: () => ${hidden}, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }`);
}

function sumSteps(reports: readonly PageReport[]): Record<string, number> {
  const sums: Partial<Record<`${PageStep} ${StepSurface}`, number>> = {};
  for (const [step, surface, count] of reports.flatMap((report) => report.steps))
    sums[`${step} ${surface}`] = (sums[`${step} ${surface}`] ?? 0) + count;
  return sums;
}

/**
 * A proxy between the browser and a site that copies the page reports. A test in the browser cannot see the report of a
 * page that the visitor leaves.
 */
async function startRecorder(site: string): Promise<Recorder> {
  const reports: PageReport[] = [];
  const prerendered: string[] = [];
  const answers: Promise<number>[] = [];
  const server = createServer(async (incoming, response) => {
    const { url = "/", headers } = incoming;
    if (headers["sec-purpose"]?.includes("prerender")) prerendered.push(url);
    const body = await buffer(incoming);
    const answer = pass(`${site}${url}`, incoming, body, response);
    if (url !== pageReportPath) return;
    reports.push(JSON.parse(body.toString()));
    answers.push(answer);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://localhost:${port}`, reports, prerendered, answers, stop };
}

/** Forwards a request and its answer. Returns the status of the answer. */
function pass(
  address: string,
  { method, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<number> {
  return new Promise((resolve) => {
    const passed = request(address, { method, headers }, (answer) => {
      const { statusCode = 502 } = answer;
      response.writeHead(statusCode, answer.headers);
      answer.pipe(response);
      resolve(statusCode);
    });
    passed.on("error", () => {
      response.destroy();
      resolve(502);
    });
    passed.end(body);
  });
}
