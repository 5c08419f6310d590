import { expect, test, vi } from "vitest";
import { contextHeader, visitParameters } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { ana } from "#tests/support/people.ts";
import { submitLead } from "./submit-lead.ts";

const context = { surface: "popup", wording: "aviso-1", cta: "hero" } as const;
const signUp = { lead: ana, context, idempotencyKey: "key" };

test("submitLead gives up after 10,000 ms when an answer begins and does not end", async () => {
  vi.useFakeTimers();
  const log = vi.spyOn(console, "error").mockReturnValue();
  const outcome = submitLead(signUp, async (_, init) => new Response(endless(init?.signal)));
  const settled = vi.fn();
  void outcome.then(settled);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toEqual({ kind: "failed", fields: [] });
  expect(log).toHaveBeenCalledWith("add-contact-active-campaign:", 200, "AbortError");
  vi.useRealTimers();
});

test("submitLead sends the source of the visit when it is short, and leaves out a long one", async () => {
  vi.spyOn(console, "info").mockReturnValue();
  const short = Object.fromEntries(visitParameters.map((name) => [name, "ç".repeat(10)]));
  const long = Object.fromEntries(visitParameters.map((name) => [name, "ç".repeat(200)]));
  const sent: unknown[] = [];
  for (const last of [short, long]) {
    await submitLead({ ...signUp, context: { ...context, last } }, async (_, init) => {
      sent.push(contextIn(new Headers(init?.headers)));
      return Response.json({ ok: true });
    });
  }
  expect(sent).toEqual([{ ...context, last: short }, context]);
});

test("submitLead sends every field of a lead and no other field", async () => {
  vi.spyOn(console, "info").mockReturnValue();
  const typed = eachField((field) => `typed as ${field}`);
  const sent: unknown[] = [];
  await submitLead({ ...signUp, lead: { ...typed, more: "x" } }, async (_, init) => {
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
])(
  "the answer %j accepts the sign-up, and only a text is the address of its group",
  async (answer, outcome) => {
    vi.spyOn(console, "info").mockReturnValue();
    expect(await submitLead(signUp, async () => Response.json(answer))).toEqual(outcome);
  },
);

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
