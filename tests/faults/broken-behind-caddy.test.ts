import { expect, test } from "vitest";
import { startCaddy } from "#tests/support/proxies/caddy.ts";
import { ask, isHere } from "#tests/support/proxies/proxy.ts";
import { startHttpServer } from "#tests/support/start-http-server.ts";

const here = await isHere("caddy");
const visitor = "127.1.1.7";
const secret = "inscricao=a-pass";

test.skipIf(!here)("while no server is ready, pages and forms still reach one", async () => {
  const asked: string[] = [];
  const servers = [
    await startHttpServer((request, response) => {
      const ready = request.url !== "/readyz";
      if (ready) asked.push(`${request.method} ${request.url}`);
      response.writeHead(ready ? 200 : 503).end();
    }),
  ];
  const proxy = await startCaddy(servers);
  // Caddy finds at its first check, at its start, that the server is not ready.
  expect((await ask(proxy, "/")).status).toBe(200);
  expect((await ask(proxy, "/form", { method: "POST", body: "name=Ana" })).status).toBe(200);
  expect(asked.slice(-2)).toEqual(["GET /", "POST /form"]);
});

test.skipIf(!here)(
  "when a server breaks off, Caddy asks the other one for the page, but sends no sign-up twice",
  async () => {
    const asked: string[] = [];
    const broken = await startHttpServer((request, response) => {
      if (isProbe(request.url)) return void response.end();
      asked.push(`broken ${request.method}`);
      request.socket.destroy();
    });
    const whole = await startHttpServer((request, response) => {
      if (!isProbe(request.url)) asked.push(`whole ${request.method}`);
      response.end();
    });
    const proxy = await startCaddy([broken, whole]);
    const form = { method: "POST", body: "name=Ana", from: visitor };
    expect((await ask(proxy, `/form?${secret}`, form)).status).toBe(502);
    expect(asked).toEqual(["broken POST"]);
    expect((await ask(proxy, "/")).status).toBe(200);
    expect(asked.at(-1)).toBe("whole GET");

    const log = await proxy.log();
    expect(log).toContain("server running");
    expect(log).not.toContain(visitor);
    expect(log).not.toContain(secret);
  },
);

test.skipIf(!here)(
  "when an answer breaks off in the middle, Caddy's log has no line about the request",
  async () => {
    const broken = await startHttpServer((request, response) => {
      if (isProbe(request.url)) return void response.end();
      response.writeHead(200, { "content-length": 100 });
      response.write("half", () => request.socket.destroy());
    });
    const proxy = await startCaddy([broken]);
    await expect(ask(proxy, `/?${secret}`, { from: visitor })).rejects.toThrow();
    const log = await proxy.log();
    expect(log).toContain("server running");
    // Only newer Caddies write the visitor into this line.
    expect(log).not.toContain("incomplete response");
    expect(log).not.toContain(visitor);
  },
);

function isProbe(path: string | undefined): boolean {
  return path === "/readyz" || path === "/healthz";
}
