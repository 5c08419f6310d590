import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ProxyPlace, startAtTwoPorts, startProxy, type TestProxy } from "./proxy.ts";

/**
 * Starts Caddy with `deploy/Caddyfile` in front of servers of this machine. Only ports and folders are changed for the
 * test. Without `siteFolder` the servers send all files.
 */
export function startCaddy(
  servers: readonly { url: string }[],
  siteFolder = "",
): Promise<TestProxy> {
  return startAtTwoPorts((place) => startAt(place, servers, siteFolder));
}

async function startAt(
  place: ProxyPlace,
  servers: readonly { url: string }[],
  siteFolder: string,
): Promise<TestProxy> {
  const { folder, port, httpPort } = place;
  const site = "site.example";
  return startProxy({
    name: "caddy",
    args: await writeLocalCaddyfile(place),
    settings: {
      SITE_ADDRESS: site,
      SITE_FOLDER: siteFolder || join(folder, "no-site"),
      UPSTREAMS: servers.map(({ url }) => new URL(url).host).join(" "),
    },
    folder,
    authority: join(folder, "pki/authorities/local/root.crt"),
    listening: { site, port, httpPort },
  });
}

/** Writes `deploy/Caddyfile` with the test's ports and folders, and Caddy's own certificates. Returns Caddy's arguments. */
async function writeLocalCaddyfile({ folder, port, httpPort }: ProxyPlace): Promise<string[]> {
  const options = `{
	admin off
	storage file_system ${folder}
	skip_install_trust
	local_certs
	default_bind 127.0.0.1
	https_port ${port}
	http_port ${httpPort}
`;
  const file = join(folder, "Caddyfile");
  const delivered = await readFile("deploy/Caddyfile", "utf8");
  await writeFile(file, delivered.replace(/^\{\n/m, options));
  return ["run", "--config", file, "--adapter", "caddyfile"];
}
