import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a command in a folder, and shows its output only if it fails. */
export async function runIn(
  folder: string,
  command: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<void> {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...settings } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${folder}:\n${output}`);
}
