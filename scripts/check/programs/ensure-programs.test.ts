import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";

// The tests have a long time limit, because each test starts a dozen processes, one after the other.
vi.setConfig({ testTimeout: 120_000 });

const works = "exit 0";
const noNetwork = "echo no network; exit 100";

/** Writes down its call, and "downloads" a package for each name into the folder of `Dir::Cache`. */
const aptGet = `echo "$*" >> calls
for word in "$@"; do
  case $word in Dir::Cache=*) folder=\${word#Dir::Cache=} ;; esac
  case $word in caddy | nginx | buildah | runc) echo > "$folder/archives/$word.deb" ;; esac
done`;
/** Puts a program that works into the folder in which the package is to be unpacked. */
const dpkgDeb = `name=\${2##*/}
/bin/mkdir -p "$3/usr/bin" "$3/usr/lib/x86_64-linux-gnu"
/bin/ln -s "$PWD/bin/works" "$3/usr/bin/\${name%.deb}"`;

test("missing programs are unpacked from packages of Debian, and nothing is installed", async () => {
  const { missing, caddy, calls } = await ensureWith({ "apt-get": aptGet, "dpkg-deb": dpkgDeb });
  expect(missing).toEqual([]);
  expect(caddy?.file).toMatch(/\/build\/programs\/usr\/bin\/caddy$/);
  expect(caddy?.settings.LD_LIBRARY_PATH).toMatch(/\/build\/programs\/usr\/lib\/x86_64-linux-gnu$/);
  const installs = calls.filter((call) => call.includes(" install "));
  // A machine may have nginx and runc outside the PATH, in /usr/sbin.
  expect(installs).toEqual([
    expect.stringMatching(/ --download-only caddy( nginx)? buildah( runc)?$/),
  ]);
});

test("programs on the PATH are used, and apt-get is not called", async () => {
  const { missing, caddy, calls } = await ensureWith({
    caddy: works,
    nginx: works,
    buildah: works,
    runc: works,
  });
  expect(missing).toEqual([]);
  expect(caddy?.file).toMatch(/\/bin\/caddy$/);
  expect(calls).toEqual([]);
});

test("a program that cannot be brought is named, with what apt-get says", async () => {
  const { missing } = await ensureWith({
    "apt-get": noNetwork,
    nginx: works,
    buildah: works,
    runc: works,
  });
  expect(missing).toEqual([
    "caddy is missing, so its tests do not run. Put it onto the PATH. no network",
  ]);
});

type Ensured = {
  missing: string[];
  caddy?: { file: string; settings: { LD_LIBRARY_PATH?: string } };
};

async function ensureWith(
  commands: Record<string, string>,
): Promise<Ensured & { calls: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-programs-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "bin"));
  for (const [name, body] of Object.entries({ works, ...commands })) {
    await writeFile(join(folder, "bin", name), `#!/bin/sh\n${body}\n`);
    await chmod(join(folder, "bin", name), 0o755);
  }
  const script = `import { ensurePrograms } from ${JSON.stringify(resolve("scripts/check/programs/ensure-programs.mjs"))};
    import { findProgram } from ${JSON.stringify(resolve("scripts/check/programs/find-program.mjs"))};
    const missing = await ensurePrograms();
    console.error(JSON.stringify({ missing, caddy: await findProgram("caddy") }));`;
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { cwd: folder, env: { PATH: join(folder, "bin") } },
  );
  const calls = await readFile(join(folder, "calls"), "utf8").catch(() => "");
  return { ...JSON.parse(stderr), calls: calls.split("\n").filter(Boolean) };
}
