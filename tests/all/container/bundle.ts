import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { imageFolder, imageSettings } from "./images.ts";

export type ImageSettings = {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  Healthcheck: { Test: string[] };
};
export type Service = {
  environment: Record<string, string | number>;
  security_opt: string[];
  cap_drop: string[];
  read_only: boolean;
  sysctls: Record<string, number>;
  tmpfs: string[];
  volumes: string[];
  stop_grace_period: string;
};

/** The parts of Linux that every container gets: https://github.com/opencontainers/runtime-spec/blob/main/config-linux.md */
const systemMounts = [
  { destination: "/proc", type: "proc", source: "proc" },
  { destination: "/dev", type: "tmpfs", source: "tmpfs", options: ["nosuid", "mode=755"] },
  { destination: "/sys", type: "sysfs", source: "sysfs", options: ["nosuid", "nodev", "ro"] },
];
const namespaces = ["pid", "network", "ipc", "uts", "mount"].map((type) => ({ type }));

/** Writes what runc needs to run the image as the service `server` of deploy/compose.yaml. */
export async function writeBundle({
  work,
  name,
  storage,
}: {
  work: string;
  name: string;
  storage: string;
}) {
  const service: Service = parse(await readFile("deploy/compose.yaml", "utf8"), { merge: true })
    .services.server;
  const image: ImageSettings = await imageSettings(work, name);
  const bundle = join(work, "bundle");
  await rm(bundle, { recursive: true, force: true });
  await mkdir(bundle);
  const inside = processOf(image, service);
  const config = {
    ociVersion: "1.0.0",
    process: inside,
    root: { path: await imageFolder(work, name), readonly: service.read_only },
    mounts: [...systemMounts, ...service.tmpfs.map(inMemory), volume(service, storage)],
    linux: { namespaces, sysctl: mapValues(service.sysctls, String) },
  };
  await writeFile(join(bundle, "config.json"), JSON.stringify(config));
  const healthCheck = image.Healthcheck.Test.slice(1);
  return {
    bundle,
    inside,
    healthCheck,
    graceMs: Number.parseInt(service.stop_grace_period, 10) * 1000,
  };
}

function processOf({ User, Entrypoint, Cmd, WorkingDir, Env }: ImageSettings, service: Service) {
  const [uid = 0, gid = 0] = User.split(":").map(Number);
  // A value that Docker Compose takes from deploy/.env is empty here.
  const environment = mapValues(service.environment, (value) =>
    `${value}`.replace(/^\$\{.*\}$/, ""),
  );
  return {
    user: { uid, gid },
    args: [...Entrypoint, ...Cmd],
    cwd: WorkingDir,
    env: [...Env, "HOME=/home/node", ...Object.entries(environment).map((pair) => pair.join("="))],
    // Without this list a process has no capability, as after `cap_drop: [ALL]`.
    ...(service.cap_drop.includes("ALL") ? {} : { capabilities: allowed }),
    noNewPrivileges: service.security_opt.includes("no-new-privileges:true"),
  };
}

const allowed = { bounding: ["CAP_CHOWN"], effective: ["CAP_CHOWN"], permitted: ["CAP_CHOWN"] };

function inMemory(destination: string) {
  return { destination, type: "tmpfs", source: "tmpfs", options: ["nosuid", "nodev", "mode=1777"] };
}

function volume({ volumes: [first = ""] }: Service, storage: string) {
  const destination = first.split(":")[1];
  return { destination, type: "bind", source: storage, options: ["rbind", "rw"] };
}

function mapValues<Value, Result>(record: Record<string, Value>, change: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
