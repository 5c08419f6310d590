import { expect, test } from "vitest";
import { startHttpServer } from "#tests/support/start-http-server.ts";
import { ownSiteThatRuns } from "./already-running.mjs";

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
