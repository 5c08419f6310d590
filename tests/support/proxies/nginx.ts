import { execFile, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isHere, type ProxyPlace, startAtTwoPorts, startProxy, type TestProxy } from "./proxy.ts";

/** Whether this machine has nginx, and what makes a certificate for it. */
export async function nginxIsHere(): Promise<boolean> {
  return (await isHere("nginx")) && spawnSync("openssl", ["version"]).status === 0;
}

const site = "www.exemplo.com.br";

/** Starts nginx with `deploy/nginx.conf` in front of two servers. Only ports and folders are the test's own. */
export function startNginx(servers: readonly { url: string }[]): Promise<TestProxy> {
  return startAtTwoPorts((place) => startAt(place, servers));
}

async function startAt(
  { folder, port, httpPort }: ProxyPlace,
  servers: readonly { url: string }[],
): Promise<TestProxy> {
  const [first = "", second = ""] = servers.map(({ url }) => new URL(url).host);
  const delivered = await readFile("deploy/nginx.conf", "utf8");
  const ours = delivered
    .replace("127.0.0.1:3001", first)
    .replace("127.0.0.1:3002", second)
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace("listen 80", `listen 127.0.0.1:${httpPort}`)
    .replaceAll(`/etc/letsencrypt/live/${site}`, folder);
  const file = join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n");
  await writeFile(
    file,
    `pid ${folder}/nginx.pid; error_log stderr notice; daemon off; events {}
http { access_log ${folder}/log; ${paths}\n${ours} }`,
  );
  await writeCertificate(folder);
  return startProxy({
    name: "nginx",
    args: ["-p", folder, "-c", file, "-e", "stderr"],
    settings: {},
    folder,
    authority: join(folder, "fullchain.pem"),
    listening: { site, port, httpPort },
  });
}

async function writeCertificate(folder: string): Promise<void> {
  const files = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")];
  const name = ["-subj", `/CN=${site}`, "-addext", `subjectAltName=DNS:${site}`];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  await promisify(execFile)("openssl", ["req", ...kind, ...name, ...files]);
}
