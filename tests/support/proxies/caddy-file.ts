import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

type CaddyPlace = { folder: string; port: number; httpPort: number };

/** Writes `deploy/Caddyfile` with ports and folders of this place, and its own certificates. Returns Caddy's arguments. */
export async function writeLocalCaddyfile(place: CaddyPlace): Promise<string[]> {
  const { folder, port, httpPort } = place;
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
