import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { CommandLineIo } from "#server/command-line/command.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";

const megabyte = 1024 * 1024;

test.each([
  [["--minutes", "0,1"], '--minutes não aceita "0,1". Escreva um número de 0,2 a 60.'],
  [["--minutes", "61"], '--minutes não aceita "61". Escreva um número de 0,2 a 60.'],
  [["--minutes", "cinco"], '--minutes não aceita "cinco".'],
  [["--port", "0"], '--port não aceita "0". Escreva um número de 1 a 65535.'],
  [["--port", "65536"], '--port não aceita "65536".'],
])("rehearse %j is refused with a sentence", async (args, sentence) => {
  const { run } = await createOperator();
  expect(await run(["rehearse", ...args])).toMatchObject({
    code: 2,
    err: expect.stringContaining(sentence),
  });
});

test("rehearse refuses a port that another program uses", async () => {
  const { run } = await createOperator();
  const port = await takePort();
  expect(await run(["rehearse", "--port", `${port}`])).toEqual({
    code: 1,
    out: "",
    err: `A porta ${port} já está em uso. Escolha outra em --port, ou rode sem --port.\n`,
  });
});

test("rehearse refuses a page whose forms send sign-ups to another host", async () => {
  const { run } = await createOperator();
  const site = await temporaryFolder();
  await mkdir(site, { recursive: true });
  const form = '<form class="x" action="https://api.example.com/functions/v1/x" method="post">';
  await writeFile(join(site, "index.html"), form);
  const folders = { site, pictures: "content/pictures" };
  expect(await run(["rehearse"], { folders })).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^A página publicada manda as inscrições a https:\/\/api\.example\.com \(/,
    ),
  });
});

test("rehearse makes no copy on a disk that is nearly full", async () => {
  const { run, store } = await createOperator();
  const freeBytes = () => Promise.resolve(60 * megabyte);
  const { code, err } = await run(["rehearse"], { freeBytes });
  expect(code).toBe(1);
  expect(err).toMatch(/^Falta espaço no disco para a cópia: o ensaio precisa de 65 MB livres em /);
  expect(await namesIn(store)).toEqual(["leads.sqlite"]);
});

test("when the server does not start, rehearse says why and leaves no copy", async () => {
  const { run, store } = await createOperator();
  const startServer: CommandLineIo["startServer"] = async () => {
    expect(await namesIn(store)).toContainEqual(expect.stringMatching(/^ensaio\.part-\w{6}$/));
    return { kind: "refused", lines: ["Ainda não há página em dist."] };
  };
  const { code, out, err } = await run(["rehearse"], { startServer });
  expect(code).toBe(1);
  expect(out).toMatch(/^O ensaio usa uma cópia de .*leads\.sqlite\.\n$/);
  expect(err).toBe("A cópia foi apagada.\nAinda não há página em dist.\n");
  expect(await namesIn(store)).toEqual(["leads.sqlite"]);
});

test("the server of a rehearsal has its own store and its own ActiveCampaign", async () => {
  const { run, store } = await createOperator();
  let settings: Readonly<Record<string, string>> = {};
  const startServer: CommandLineIo["startServer"] = (options) => {
    settings = options.settings;
    return Promise.resolve({ kind: "refused", lines: [] });
  };
  await run(["rehearse"], { startServer });
  expect(settings["DATA_DIR"]).toMatch(/ensaio\.part-\w{6}$/);
  expect(settings["ACTIVECAMPAIGN_URL"]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(settings).not.toHaveProperty("DATABASE_URL");
  expect(store.kind).toBe("sqlite");
});

test("with the leads in Postgres, rehearse uses an empty store", async () => {
  const { run } = await createOperator("postgres");
  const startServer: CommandLineIo["startServer"] = async ({ settings }) => {
    expect(settings["DATABASE_URL"]).toBeUndefined();
    return { kind: "refused", lines: [] };
  };
  const { out } = await run(["rehearse"], { startServer });
  expect(out).toBe("Os leads estão no Postgres: o ensaio usa um banco vazio.\n");
});

async function namesIn(store: { kind: string; folder?: string }): Promise<string[]> {
  return (await readdir(store.folder ?? "")).sort();
}

async function takePort(): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
