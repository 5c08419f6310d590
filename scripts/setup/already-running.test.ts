import { expect, test } from "vitest";
import { startHttpServer } from "#tests/support/start-http-server.ts";
import { ownSiteThatRuns, sayItRuns } from "./already-running.mjs";

test.each([
  ["this site", 200, "ok\n", true],
  ["another program", 200, "<html>", false],
  ["a program without such an address", 404, "ok\n", false],
])("%s on the port is told from others", async (_, status, body, isOurs) => {
  const { url } = await startHttpServer((_request, response) => {
    response.writeHead(status).end(body);
  });
  const { port } = new URL(url);
  const address = `http://localhost:${port}`;
  expect(await ownSiteThatRuns(port)).toBe(isOurs ? address : undefined);
});

test("a running site is named with what to do, and what was published", () => {
  const says = sayItRuns("http://localhost:3000", true);
  expect(says).toMatch(/^A página nova está publicada\. O site da Black AHSD já roda em http:/);
  expect(says).toContain("Pare-o com Ctrl-C");
});
