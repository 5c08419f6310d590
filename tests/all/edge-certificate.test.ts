import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { functionOver, json, untilStored } from "#tests/support/edge/edge-function.ts";
import { skipsCertificates } from "#tests/support/machine/open-ssl.ts";
import { ana } from "#tests/support/people.ts";
import { tellPostgres, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";

const path = "/add-contact-active-campaign";

test.skipIf(skipsCertificates)(
  "with DATABASE_CA sign-ups go only to a Postgres that it has signed",
  async () => {
    const postgres = await startTemporaryPostgres();
    onTestFinished(() => postgres.stop());
    const [ours, another] = [await makeCertificate(), await makeCertificate()];
    await useCertificate(postgres.url, ours);
    const env = { DATABASE_URL: postgres.url };
    const wrong = functionOver({ ...env, DATABASE_CA: another.certificate });
    expect((await wrong.ask(path, json(ana))).status).toBe(503);
    // A file of secrets writes each end of a line as two characters.
    const right = functionOver({ ...env, DATABASE_CA: ours.certificate.replaceAll("\n", "\\n") });
    await untilStored(() => right.ask(path, json(ana)));
  },
);

type Certificate = { certificate: string; key: string };

async function makeCertificate(): Promise<Certificate> {
  const folder = await temporaryFolder();
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const form = "req -x509 -newkey rsa:2048 -nodes -subj /CN=leads -days 3 -addext".split(" ");
  const files = ["subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate];
  execFileSync("openssl", [...form, ...files], { stdio: "ignore" });
  return { certificate: await readFile(certificate, "utf8"), key: await readFile(key, "utf8") };
}

/** Postgres writes the files itself, because they must belong to the user as which it runs. */
async function useCertificate(url: string, { certificate, key }: Certificate): Promise<void> {
  const files = { "server.crt": certificate, "server.key": key };
  for (const [name, text] of Object.entries(files)) {
    const encoded = Buffer.from(text).toString("base64");
    const writing = `umask 077; base64 -d > ${name}`;
    await tellPostgres(url, `copy (select '${encoded}') to program '${writing}'`);
  }
  await tellPostgres(url, "alter system set ssl = on");
  await tellPostgres(url, "select pg_reload_conf()");
}
