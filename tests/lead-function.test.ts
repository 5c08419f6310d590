import { stat } from "node:fs/promises";
import {
  FunctionRegion,
  FunctionsClient,
  FunctionsFetchError,
  FunctionsHttpError,
} from "@supabase/functions-js";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath, idempotencyHeader } from "#lead/contract.ts";
import { Sqlite } from "#server/storage/connection/sqlite-engine.ts";
import { type RunningSite, startSite } from "./support/built/running-site.ts";
import { ana } from "./support/people.ts";

const [functionsPath = "", functionName = ""] = addContactPath.split(/\/(?=[^/]+$)/);

let server: RunningSite;

beforeEach(async () => {
  server = await startSite();
  onTestFinished(server.stop);
});

const accepted = { ok: true, group: expect.stringMatching(/^\/grupo\?inscricao=[\w-]{32}$/) };

test("Supabase's client returns the answer of the function", async () => {
  const { data, error } = await client().invoke(functionName, { body: ana });
  expect({ data, error }).toEqual({ data: accepted, error: null });
  expect(storedLeads(server)).toEqual([ana]);
});

test("only the owner may read the file of the store", async () => {
  const { mode } = await stat(server.databaseFile);
  expect((mode & 0o777).toString(8)).toBe("600");
});

test("Supabase's client works with its own headers and with ours", async () => {
  const functions = client({ "x-client-info": "supabase-js-web/2.109.0" });
  functions.setAuth(links.publicKey);
  const { data } = await functions.invoke(functionName, {
    body: ana,
    headers: { [idempotencyHeader]: "0123456789abcdef" },
    region: FunctionRegion.SaEast1,
  });
  expect(data).toEqual(accepted);
});

test("the key is accepted in either header", async () => {
  const bearer = new FunctionsClient(`${server.url}${functionsPath}`);
  bearer.setAuth(links.publicKey);
  expect((await bearer.invoke(functionName, { body: ana })).data).toEqual(accepted);
  expect((await client().invoke(functionName, { body: ana })).data).toEqual(accepted);
});

test.each([
  { problem: "a wrong key", key: "other", body: ana, status: 401, code: "unauthorized" },
  {
    problem: "an invalid e-mail",
    body: { ...ana, email: "ana@" },
    status: 422,
    code: "invalid-lead",
  },
])(
  "with $problem Supabase's client returns its HTTP error with the answer",
  async ({ key, ...row }) => {
    const headers = key === undefined ? {} : { apikey: key };
    const { data, error } = await client(headers).invoke(functionName, { body: row.body });
    expect(data).toBeNull();
    expect(error).toBeInstanceOf(FunctionsHttpError);
    expect(error.context.status).toBe(row.status);
    expect(await error.context.json()).toMatchObject({ ok: false, code: row.code });
  },
);

test("when the store fails, Supabase's client returns its HTTP error, and the sign-up may be sent again", async () => {
  execute(server, "alter table submissions rename to elsewhere");
  const { error } = await client().invoke(functionName, { body: ana });
  expect(error).toBeInstanceOf(FunctionsHttpError);
  expect(error.context.status).toBe(503);
  expect(error.context.headers.get("retry-after")).toBe("5");
  execute(server, "alter table elsewhere rename to submissions");
  expect((await client().invoke(functionName, { body: ana })).data).toEqual(accepted);
  expect(storedLeads(server)).toEqual([ana]);
});

test("without a server Supabase's client returns its fetch error", async () => {
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

function storedLeads({ databaseFile }: RunningSite): unknown[] {
  const database = new Sqlite(databaseFile, { readonly: true });
  try {
    return database.prepare("select name, email, whatsapp from submissions").all();
  } finally {
    database.close();
  }
}

function execute({ databaseFile }: RunningSite, statement: string): void {
  const database = new Sqlite(databaseFile);
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
}
