import { expect, onTestFinished, test, vi } from "vitest";
import { contextHeader } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { ana } from "#tests/support/people.ts";
import { postLead } from "./sign-up.ts";

const context = { surface: "popup", wording: "aviso-1", cta: "hero" } as const;
const signUp = { lead: ana, context, idempotencyKey: "key" };

test("postLead gives up after 10,000 ms when an answer begins and does not end", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const log = vi.spyOn(console, "error").mockReturnValue();
  const outcome = postLead(signUp, async (_, init) => new Response(endless(init?.signal)));
  const settled = vi.fn();
  void outcome.then(settled);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toEqual({ kind: "unanswered", problems: {} });
  expect(log).toHaveBeenCalledWith("add-contact-active-campaign:", 200, "AbortError");
});

test("postLead sends the context of the sign-up in a header", async () => {
  vi.spyOn(console, "info").mockReturnValue();
  const last = { utm_campaign: "ação" };
  const sent: unknown[] = [];
  await postLead({ ...signUp, context: { ...context, last } }, async (_, init) => {
    sent.push(contextIn(new Headers(init?.headers)));
    return Response.json({ ok: true });
  });
  expect(sent).toEqual([{ ...context, last }]);
});

test("postLead sends every field of a lead and no other field", async () => {
  vi.spyOn(console, "info").mockReturnValue();
  const typed = eachField((field) => `typed as ${field}`);
  const sent: unknown[] = [];
  await postLead({ ...signUp, lead: { ...typed, more: "x" } }, async (_, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return Response.json({ ok: true });
  });
  expect(sent).toEqual([typed]);
});

test.each([
  [
    { ok: true, group: "/grupo?inscricao=abc" },
    { kind: "accepted", group: "/grupo?inscricao=abc" },
  ],
  [{ ok: true }, { kind: "accepted" }],
  [{ ok: true, group: 7 }, { kind: "accepted" }],
  // Answers of other implementations of the lead function.
  [{ success: true }, { kind: "accepted" }],
  ["ok", { kind: "accepted" }],
  [null, { kind: "accepted" }],
])(
  "the answer %j accepts the sign-up, and only a text is the address of its group",
  async (answer, outcome) => {
    vi.spyOn(console, "info").mockReturnValue();
    expect(await postLead(signUp, async () => Response.json(answer))).toEqual(outcome);
  },
);

const refused = { ok: false, code: "unexpected", message: "Algo deu errado." };
const wrongPage = "<!doctype html><title>Gateway</title><p>Please sign in</p>";

test.each<[string, string, () => Response, unknown[]]>([
  ...[400, 413, 415, 422].map(refusedWith("refused")),
  ["200 and {ok: false}", "refused", () => Response.json(refused), [200, refused]],
  refusedWith("outdated")(401),
  ...[403, 404, 408, 429, 500, 502, 503].map(refusedWith("unanswered")),
  ["200 and HTML", "unanswered", () => new Response(wrongPage), [200, "SyntaxError"]],
  ["422 and HTML", "refused", () => new Response(wrongPage, { status: 422 }), [422, "SyntaxError"]],
  [
    "502 and HTML",
    "unanswered",
    () => new Response(wrongPage, { status: 502 }),
    [502, "SyntaxError"],
  ],
  [
    "an empty answer",
    "unanswered",
    () => new Response(null, { status: 204 }),
    [204, "SyntaxError"],
  ],
  [
    "500 and {ok: true}",
    "unanswered",
    () => Response.json({ ok: true }, { status: 500 }),
    [500, { ok: true }],
  ],
])("%s: %s, and the console says nothing about the visitor", async (_, kind, answer, logged) => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  expect(await postLead(signUp, async () => answer())).toEqual({ kind, problems: {} });
  expect(log.mock.calls).toEqual([["add-contact-active-campaign:", ...logged]]);
});

test("a dropped connection is no answer, so that the sign-up can wait", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const outcome = await postLead(signUp, () => Promise.reject(new TypeError("Failed")));
  expect(outcome).toEqual({ kind: "unanswered", problems: {} });
  expect(log.mock.calls).toEqual([["add-contact-active-campaign:", "TypeError"]]);
});

test("postLead returns the messages about fields of a lead, and about no other field", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const email = { field: "email", message: "Escreva seu e-mail." };
  const fields = [{ ...email, code: "required" }, { field: "admin", message: "Inválido." }, null];
  const whatsapp = { field: "whatsapp", message: 7 };
  const answer = { ok: false, fields: [...fields, whatsapp] };
  const outcome = await postLead(signUp, async () => Response.json(answer, { status: 422 }));
  expect(outcome).toEqual({ kind: "refused", problems: { email: email.message } });
});

function refusedWith(kind: string) {
  return (status: number): [string, string, () => Response, unknown[]] => {
    return [`status ${status}`, kind, () => Response.json(refused, { status }), [status, refused]];
  };
}

function endless(signal: AbortSignal | null | undefined): ReadableStream {
  return new ReadableStream({
    start: (stream) => {
      stream.enqueue(new TextEncoder().encode("{"));
      signal?.addEventListener("abort", () => stream.error(signal.reason));
    },
  });
}

function contextIn(headers: Headers): unknown {
  return JSON.parse(decodeURIComponent(headers.get(contextHeader) ?? ""));
}
