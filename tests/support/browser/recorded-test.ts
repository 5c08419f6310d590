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
  stop: () => void;
};

type RecordedTest = {
  recorder: Recorder;
  /** How often the pages have reported each step so far, by `step surface`. */
  steps: () => Record<string, number>;
};

/** A test whose page reports are kept for it, and do not reach the server. */
export const test = guarded.extend<RecordedTest>({
  recorder: async ({ site }, use) => {
    const recorder = await startRecorder(site.url);
    await use(recorder);
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
 * Stands between the browser and a site, and keeps the page reports. A test in the browser cannot see the report of a
 * page that the visitor leaves.
 */
async function startRecorder(site: string): Promise<Recorder> {
  const reports: PageReport[] = [];
  const prerendered: string[] = [];
  const server = createServer(async (incoming, response) => {
    const { url = "/", headers } = incoming;
    if (headers["sec-purpose"]?.includes("prerender")) prerendered.push(url);
    const body = await buffer(incoming);
    if (url !== pageReportPath) {
      pass(`${site}${url}`, incoming, body, response);
      return;
    }
    reports.push(JSON.parse(body.toString()));
    response.writeHead(204).end();
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://localhost:${port}`, reports, prerendered, stop };
}

function pass(
  address: string,
  { method, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const passed = request(address, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passed.on("error", () => response.destroy());
  passed.end(body);
}
