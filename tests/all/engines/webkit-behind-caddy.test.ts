import { expect, onTestFinished, test } from "vitest";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { startSite } from "#tests/support/built/running-site.ts";
import { startCaddy } from "#tests/support/proxies/caddy.ts";
import { isHere } from "#tests/support/proxies/proxy.ts";
import { startHttpServer } from "#tests/support/start-http-server.ts";
import { openWebKit } from "./browsers/webkit.ts";
import { call, fillIn, hydrate, openPage, popup, success, waitToOpen } from "./landing.ts";
import { press } from "./page-actions.ts";

const send = { role: "button", name: words.messages.form.submit, within: popup } as const;
/** WebKit finds each name that ends so on this machine. */
const name = "site.localhost";

test.skipIf(!(await isHere("caddy")))(
  "in WebKit a visitor signs up over https, and then asks for the site by https only; localhost stays as it was",
  async () => {
    const site = await startSite({ TRUSTED_PROXIES: "1", SITE_URL: `https://${name}` });
    onTestFinished(site.stop);
    // A server without TLS, such as another project on the owner's machine.
    let plainPages = 0;
    const plain = await startHttpServer((request, response) => {
      if (request.url === "/") plainPages += 1;
      response.end("plain");
    });
    const { port: plainPort } = new URL(plain.url);
    const page = await openWebKit({ scripts: true, takesAnyCertificate: true });
    onTestFinished(page.close);

    const { port } = await startCaddy([site], name);
    const ana = visitor();
    await openPage(page, `https://${name}:${port}`);
    await hydrate(page);
    await press(page, call);
    await fillIn(page, popup, ana);
    await press(page, send);
    await waitToOpen(page, success);
    expect(site.submissions()).toContainEqual(ana);
    // This page cannot be loaded, because WebKit asks for it by https.
    await page.go(`http://${name}:${plainPort}/`).catch(() => undefined);
    expect(plainPages).toBe(0);

    const local = await startCaddy([site], "localhost");
    await page.go(`https://localhost:${local.port}/`);
    await page.go(`http://localhost:${plainPort}/`);
    expect(plainPages).toBe(1);
  },
);
