import type { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppDeps } from "#server/http/app.ts";
import type { NotDone } from "#server/store/batch.ts";
import { openApp } from "#tests/support/app/app.ts";
import { postForm, postJson } from "#tests/support/app/posting.ts";
import { ana } from "#tests/support/people.ts";

type HeaderValues = Record<string, string>;
type Row = [
  status: number,
  request: string,
  send: (app: Hono, headers: HeaderValues) => Response | Promise<Response>,
  special?: Partial<AppDeps>,
];

const origin = "https://page.example";
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The answers that cannot be caused from outside. `tests/contract/` has all others. */
const rows: Row[] = [
  [500, "a bug", (app, headers) => postJson(app, ana, headers), { limits: breaks }],
  [
    503,
    "an overloaded store",
    (app, headers) => postForm(app, ana, headers),
    appends("overloaded"),
  ],
  [503, "a slow store", (app, headers) => postForm(app, ana, headers), appends("late")],
];

test.each(rows)("%i, %s: a page of an allowed origin may read the answer", async (...row) => {
  const [status, , send, special] = row;
  const answer = await send((await setUp(special)).app, { origin });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
  expect(answer.headers.get("access-control-expose-headers")).toBe("Retry-After, X-Request-Id");
  expect(answer.headers.get("vary")).toContain("Origin");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test.each(rows)("%i, %s: a page of another origin may not read the answer", async (...row) => {
  const [status, , send, special] = row;
  const { app } = await setUp(special);
  for (const other of ["https://other.example", "null", `${origin}.example`, `${origin}:8443`]) {
    const answer = await send(app, { origin: other });
    const names = [...answer.headers.keys()];
    expect(answer.status).toBe(status);
    expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(answer.headers.get("vary")).toContain("Origin");
  }
});

test.each(rows)(
  "%i, %s: the answer has the request's id, or a new one if it has none",
  async (...row) => {
    const [, , send, special] = row;
    const { app } = await setUp(special);
    const given = "0af7651916cd43dd8448eb211c80319c";
    const echoed = await send(app, { "x-request-id": given });
    expect(echoed.headers.get("x-request-id")).toBe(given);
    const made = await send(app, { "x-request-id": "5511987654321" });
    expect(made.headers.get("x-request-id")).toMatch(uuid);
  },
);

function appends(appended: NotDone): Partial<AppDeps> {
  return { append: () => Promise.resolve(appended) };
}

function breaks(): never {
  throw new Error("a bug");
}

function setUp(special: Partial<AppDeps> = {}) {
  return openApp({ allowedOrigins: [origin], ...special });
}
