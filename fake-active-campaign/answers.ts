/** An HTTP response, or one of the ways to send no whole response. */
export type Answer =
  | { kind: "answer"; status: number; text: string; headers: Record<string, string> }
  | { kind: "reset" }
  | { kind: "hang" }
  | { kind: "stall" };

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return answer(status, "application/json", JSON.stringify(body), headers);
}

export function htmlPage(status: number, title: string): Answer {
  return answer(status, "text/html", `<!doctype html><title>${title}</title><h1>${title}</h1>`);
}

function answer(status: number, type: string, text: string, headers = {}): Answer {
  return { kind: "answer", status, text, headers: { "Content-Type": type, ...headers } };
}

export function errors(status: number, entry: object): Answer {
  return json(status, { errors: [entry] });
}

export function notFound(what: string): Answer {
  return errors(404, { status: 404, title: "Not Found", detail: `${what} not found` });
}

/**
 * ActiveCampaign's 404 for a thing that is requested by its id. The 404 for a contact or a tag that another request
 * names has a different body.
 */
export function noResult(what: string, id: string): Answer {
  return json(404, { message: `No Result found for ${what} with id ${id}` });
}

export function emailInvalid(status: number): Answer {
  const source = { pointer: "/data/attributes/email" };
  const title = "Email address is invalid";
  return errors(status, { title, detail: "", code: "email_invalid", source });
}

export function tooFast(retryAfter?: string): Answer {
  const headers: Record<string, string> = retryAfter ? { "Retry-After": retryAfter } : {};
  return json(429, { message: "Rate limit exceeded" }, headers);
}
