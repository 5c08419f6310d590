import { join } from "node:path";
import { writeLocalCaddyfile } from "./caddy-file.ts";
import { type ProxyPlace, startAtTwoPorts, startProxy, type TestProxy } from "./proxy.ts";

/**
 * Starts Caddy with `deploy/Caddyfile` in front of servers of this machine. Only ports and folders are the test's own. Without
 * a `siteFolder` the servers send all files.
 */
export function startCaddy(
  servers: readonly { url: string }[],
  site = "site.example",
  siteFolder = "",
): Promise<TestProxy> {
  return startAtTwoPorts((place) => startAt(place, servers, site, siteFolder));
}

async function startAt(
  place: ProxyPlace,
  servers: readonly { url: string }[],
  site: string,
  siteFolder: string,
): Promise<TestProxy> {
  const { folder, port, httpPort } = place;
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
