import { stat } from "node:fs/promises";
import {
  FunctionRegion,
  FunctionsClient,
  FunctionsFetchError,
  FunctionsHttpError,
} from "@supabase/functions-js";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath, idempotencyHeader } from "#lead/contract.ts";
import { Sqlite } from "#server/storage/connection/sqlite-engine.ts";
import {
  type BuiltServer,
  buildServer,
  type RunningServer,
} from "./support/built/running-server.ts";

const buildTimeLimitMs = 60_000;
const [functionsPath = "", functionName = ""] = addContactPath.split(/\/(?=[^/]+$)/);
const ana = { name: "Ana Lima", email: "ana@example.com", whatsapp: "(11) 98765-4321" };

let built: BuiltServer;
let server: RunningServer;

beforeAll(async () => {
  built = await buildServer();
}, buildTimeLimitMs);
afterAll(() => built.remove());

beforeEach(async () => {
  server = await built.start();
  onTestFinished(server.stop);
});

test("Supabase's client hands over what was answered", async () => {
  const { data, error } = await client().invoke(functionName, { body: ana });
  expect({ data, error }).toEqual({ data: { ok: true }, error: null });
  expect(stored(server)).toEqual([ana]);
});

test("what it keeps can be read by its owner alone", async () => {
  const { mode } = await stat(server.databaseFile);
  expect((mode & 0o777).toString(8)).toBe("600");
});

test("it works with the headers that it sets and that are set on it", async () => {
  const functions = client({ "x-client-info": "supabase-js-web/2.109.0" });
  functions.setAuth(links.publicKey);
  const { data } = await functions.invoke(functionName, {
    body: ana,
    headers: { [idempotencyHeader]: "0123456789abcdef" },
    region: FunctionRegion.SaEast1,
  });
  expect(data).toEqual({ ok: true });
});

test("its key alone is enough, in either header", async () => {
  const bearer = new FunctionsClient(`${server.url}${functionsPath}`);
  bearer.setAuth(links.publicKey);
  expect((await bearer.invoke(functionName, { body: ana })).data).toEqual({ ok: true });
  expect((await client().invoke(functionName, { body: ana })).data).toEqual({ ok: true });
});

test.each([
  { saying: "no key", key: "other", body: ana, status: 401, code: "unauthorized" },
  { saying: "a problem", body: { ...ana, email: "ana@" }, status: 422, code: "invalid-lead" },
])("with $saying it gives its HTTP error, and the answer with it", async ({ key, ...row }) => {
  const headers = key === undefined ? {} : { apikey: key };
  const { data, error } = await client(headers).invoke(functionName, { body: row.body });
  expect(data).toBeNull();
  expect(error).toBeInstanceOf(FunctionsHttpError);
  expect(error.context.status).toBe(row.status);
  expect(await error.context.json()).toMatchObject({ ok: false, code: row.code });
});

test("with a store that fails it gives its HTTP error, and the sign-up may be sent again", async () => {
  change(server, "alter table submissions rename to elsewhere");
  const { error } = await client().invoke(functionName, { body: ana });
  expect(error).toBeInstanceOf(FunctionsHttpError);
  expect(error.context.status).toBe(503);
  expect(error.context.headers.get("retry-after")).toBe("5");
  change(server, "alter table elsewhere rename to submissions");
  expect((await client().invoke(functionName, { body: ana })).data).toEqual({ ok: true });
  expect(stored(server)).toEqual([ana]);
});

test("where nothing listens it gives its fetch error", async () => {
  await server.stop();
  const { data, error } = await client().invoke(functionName, { body: ana });
  expect(data).toBeNull();
  expect(error).toBeInstanceOf(FunctionsFetchError);
});

function client(headers: Record<string, string> = {}): FunctionsClient {
  return new FunctionsClient(`${server.url}${functionsPath}`, {
    headers: { apikey: links.publicKey, ...headers },
  });
}

function stored({ databaseFile }: RunningServer): unknown[] {
  const database = new Sqlite(databaseFile, { readonly: true });
  try {
    return database.prepare("select name, email, whatsapp from submissions").all();
  } finally {
    database.close();
  }
}

function change({ databaseFile }: RunningServer, statement: string): void {
  const database = new Sqlite(databaseFile);
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
}
