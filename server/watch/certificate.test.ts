import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { skipsCertificates } from "#tests/support/machine/open-ssl.ts";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { startReceiver } from "#tests/support/watch/receiver.ts";
import { readCertificateEnd } from "./certificate.ts";

const dayMs = 24 * 60 * 60_000;
const days = 3;

test.skipIf(skipsCertificates)(
  "the end of a certificate is read although no authority has signed it",
  async () => {
    const madeAt = Date.now();
    const url = await serveWithNewCertificate();
    const end = await readCertificateEnd(url, new AbortController().signal);
    // The certificate has whole seconds, and was made a moment ago.
    expect(Math.abs((end ?? 0) - madeAt - days * dayMs)).toBeLessThan(dayMs / 2);
  },
);

test("an address that does not answer has no known certificate", async () => {
  const { signal } = new AbortController();
  expect(await readCertificateEnd("https://127.0.0.1:1", signal)).toBeUndefined();
  const receiver = await startReceiver();
  const plain = receiver.url.replace("http:", "https:");
  expect(await readCertificateEnd(plain, signal)).toBeUndefined();
});

test("a server that stops does not wait for a certificate", async () => {
  const stopping = new AbortController();
  const receiver = await startReceiver();
  const reading = readCertificateEnd(receiver.url.replace("http:", "https:"), stopping.signal);
  stopping.abort();
  expect(await reading).toBeUndefined();
  expect(await readCertificateEnd(receiver.url, stopping.signal)).toBeUndefined();
});

async function serveWithNewCertificate(): Promise<string> {
  const folder = await temporaryFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const form = "req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days".split(" ");
  const files = ["-keyout", key, "-out", cert];
  execFileSync("openssl", [...form, `${days}`, ...files], { stdio: "ignore" });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `https://127.0.0.1:${address.port}`;
}
