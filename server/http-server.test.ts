import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "./http-server.ts";

test("a port that another program uses is refused, with the setting to change", async () => {
  const host = "127.0.0.1";
  const first = await listen(new Hono(), { host, port: 0 });
  if (first.kind === "refused") throw new Error(first.mistake);
  onTestFinished(first.close);
  expect(await listen(new Hono(), { host, port: first.port })).toEqual({
    kind: "refused",
    mistake: `A porta ${first.port} de 127.0.0.1 já está em uso. Se este site já roda, pare-o com Ctrl-C na janela dele e tente de novo; senão, escreva uma porta livre em PORT, no .env.`,
  });
});

test("a host that is no address of this machine is refused, with the setting to change", async () => {
  // An address for documentation, which no machine has: https://www.rfc-editor.org/rfc/rfc5737
  expect(await listen(new Hono(), { host: "192.0.2.1", port: 0 })).toMatchObject({
    kind: "refused",
    mistake: expect.stringContaining('HOST é "192.0.2.1"'),
  });
});
