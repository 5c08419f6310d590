import { expect, onTestFinished, test } from "vitest";
import { startSite } from "#tests/support/built/running-site.ts";
import { ana, bia } from "#tests/support/people.ts";
import { nginxIsHere, startNginx } from "#tests/support/proxies/nginx.ts";
import { ask } from "#tests/support/proxies/proxy.ts";
import { signUp } from "#tests/support/proxies/visits.ts";
import { startHttpServer } from "#tests/support/start-http-server.ts";

const here = await nginxIsHere();
const visitor = "127.1.1.7";
const secret = "inscricao=a-pass";

test.skipIf(!here)("behind nginx sign-ups reach a second server; metrics are hidden", async () => {
  const first = await startSite({ TRUSTED_PROXIES: "1" });
  onTestFinished(first.stop);
  const second = await startSite({ TRUSTED_PROXIES: "1" });
  onTestFinished(second.stop);
  const proxy = await startNginx([first, second]);
  expect((await ask(proxy, "/metrics")).status).toBe(404);
  expect((await signUp(proxy, ana.email)).status).toBe(200);
  expect(first.submissions()).toHaveLength(1);
  await first.stop();
  expect((await signUp(proxy, bia.email)).status).toBe(200);
  expect(second.submissions()).toHaveLength(1);
});

test.skipIf(!here)(
  "nginx writes nothing about a visitor, also when servers break off",
  async () => {
    const server = await startHttpServer((request, response) => {
      if (request.url?.startsWith("/broken")) request.socket.destroy();
      else response.end();
    });
    const proxy = await startNginx([server, server]);
    expect((await ask(proxy, `/?${secret}`, { from: visitor })).status).toBe(200);
    expect((await ask(proxy, `/broken?${secret}`, { from: visitor })).status).toBe(502);
    const log = await proxy.log();
    expect(log).toContain("start worker process");
    expect(log).not.toContain(visitor);
    expect(log).not.toContain(secret);
  },
);
