import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import {
  type PageReport,
  type PageStep,
  pageReportPath,
  type StepSurface,
} from "#lead/page-report.ts";
import { test as guarded } from "./guarded-test.ts";

type Recorder = {
  url: string;
  /** What the pages have reported so far, in order. */
  reports: PageReport[];
  /** The paths that a browser has asked for before the visitor came to the page. */
  prerendered: string[];
  /** The statuses with which the server answers these reports. */
  answers: Promise<number>[];
  stop: () => void;
};

type RecordedTest = {
  recorder: Recorder;
  /** How often the pages have reported each step so far, by `step surface`. */
  steps: () => Record<string, number>;
};

/** A test that gets a copy of the page reports, each of which the server must take. */
export const test = guarded.extend<RecordedTest>({
  recorder: async ({ site }, use) => {
    const recorder = await startRecorder(site.url);
    await use(recorder);
    const statuses = await Promise.all(recorder.answers);
    guarded.expect(statuses.filter((status) => status !== 204)).toEqual([]);
    recorder.stop();
  },
  baseURL: ({ recorder }, use) => use(recorder.url),
  steps: ({ recorder }, use) => use(() => sumSteps(recorder.reports)),
});

function sumSteps(reports: readonly PageReport[]): Record<string, number> {
  const sums: Partial<Record<`${PageStep} ${StepSurface}`, number>> = {};
  for (const [step, surface, count] of reports.flatMap((report) => report.steps))
    sums[`${step} ${surface}`] = (sums[`${step} ${surface}`] ?? 0) + count;
  return sums;
}

/**
 * Stands between the browser and a site, and copies the page reports. A test in the browser cannot see the report of a
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

/** Passes a request on, and its answer back. Returns the status of the answer. */
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
