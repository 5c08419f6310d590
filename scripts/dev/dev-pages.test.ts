import { createServer as createHttpServer } from "node:http";
import { createServer } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { devPages } from "./dev-pages.ts";

test("the dev server renders pages and the files beside them from their sources", async () => {
  const url = await startDevPages();
  const calendar = await fetch(`${url}/black-ahsd.ics`);
  expect(calendar.status).toBe(200);
  expect(calendar.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(await calendar.text()).toContain("BEGIN:VEVENT");
  const page = await fetch(`${url}/termos-uso?utm_source=x`);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toContain("Termos de Uso</h1>");
  const missing = await fetch(`${url}/nao-existe.ics`);
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("Oops! Page not found");
});

async function startDevPages(): Promise<string> {
  const vite = await createServer({
    plugins: [devPages()],
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: "silent",
  });
  const server = createHttpServer(vite.middlewares);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(async () => {
    server.close();
    await vite.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("the server listens on no port");
  return `http://127.0.0.1:${address.port}`;
}
