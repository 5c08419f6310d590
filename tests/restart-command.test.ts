import { expect, test } from "vitest";
import { runRestart } from "#tests/support/machine/run-restart.ts";

const twoServers = `case $1 in
  list-units)
    echo "black-ahsd@3001.service loaded active running"
    echo "black-ahsd@3002.service loaded active running" ;;
  restart) echo "restarted $2" ;;
esac`;
const atOnce = "exit 0";
/** With this script the fake Node says that no server is ready. */
const never = "exit 1";

test("the servers are restarted one after the other, each when the one before is ready", async () => {
  const commands = { systemctl: twoServers, node: 'echo "asked $3"', sleep: atOnce };
  const { code, printed } = await runRestart(commands);
  expect(code).toBe(0);
  expect(printed.split("\n")).toEqual([
    "restarted black-ahsd@3001.service",
    "asked 3001",
    "O servidor da porta 3001 está pronto.",
    "restarted black-ahsd@3002.service",
    "asked 3002",
    "O servidor da porta 3002 está pronto.",
    "",
  ]);
});

test("when a server does not become ready, the next one is left as it is, and a sentence says where to look", async () => {
  const commands = { systemctl: twoServers, node: never, sleep: atOnce };
  const { code, printed, complaints } = await runRestart(commands);
  expect(code).toBe(1);
  expect(printed).toBe("restarted black-ahsd@3001.service\n");
  expect(complaints).toContain("O servidor da porta 3001 não ficou pronto em 60 s.");
  expect(complaints).toContain("journalctl -u black-ahsd@3001.service");
});
