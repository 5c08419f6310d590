import { messages } from "#content/messages.ts";
import type { AddContactAnswer, FieldProblem, RefusalCode } from "#lead/contract.ts";

/** Every refusal has one status and nothing else about it changes. */
const statuses: Record<RefusalCode, number> = {
  malformed: 400,
  unauthorized: 401,
  "method-not-allowed": 405,
  "too-large": 413,
  "unsupported-type": 415,
  "invalid-lead": 422,
  unexpected: 500,
  unavailable: 503,
};

const retryAfterSeconds = 5;

const extraHeaders: Partial<Record<RefusalCode, Record<string, string>>> = {
  "method-not-allowed": { Allow: "POST" },
  // The rest of the body stays unread, so the connection cannot be used again.
  "too-large": { Connection: "close" },
  unavailable: { "Retry-After": String(retryAfterSeconds) },
};

export function accept(): Response {
  return answer(200, { ok: true }, {});
}

/** For a form that was posted without a script: the browser goes on to a page of its own. */
export function acceptForm(page: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: page, "Cache-Control": "no-store" },
  });
}

export function refuse(code: RefusalCode): Response {
  return answer(
    statuses[code],
    { ok: false, code, message: messages.refusals[code] },
    extraHeaders[code] ?? {},
  );
}

export function refuseFields(problems: FieldProblem[]): Response {
  const code = "invalid-lead";
  const fields = problems.map((problem) => ({
    ...problem,
    message: messages.fieldProblems[problem.field][problem.code],
  }));
  return answer(statuses[code], { ok: false, code, message: messages.refusals[code], fields }, {});
}

function answer(status: number, body: AddContactAnswer, headers: Record<string, string>): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
