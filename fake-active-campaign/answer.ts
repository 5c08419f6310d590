import type { IncomingMessage, ServerResponse } from "node:http";

/** An HTTP response, or one of the ways to send no whole response. */
export type Answer =
  | { kind: "answer"; status: number; text: string; headers: Record<string, string> }
  | { kind: "reset" }
  | { kind: "hang" }
  | { kind: "stall" };

/** Returns the HTTP status that was sent, or 0 if none was sent. */
export function send(answer: Answer, request: IncomingMessage, response: ServerResponse): number {
  switch (answer.kind) {
    case "answer":
      response.writeHead(answer.status, answer.headers).end(answer.text);
      return answer.status;
    case "reset":
      request.socket.resetAndDestroy();
      return 0;
    case "stall":
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
      response.write('{"contact":');
      return 200;
    case "hang":
      return 0;
  }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const text = JSON.stringify(body);
  return {
    kind: "answer",
    status,
    text,
    headers: { "Content-Type": "application/json", ...headers },
  };
}

export function htmlPage(status: number, title: string): Answer {
  const text = `<!doctype html><title>${title}</title><h1>${title}</h1>`;
  return { kind: "answer", status, text, headers: { "Content-Type": "text/html" } };
}

type ErrorEntry = {
  status?: number;
  title: string;
  detail?: string;
  code?: string;
  source?: { pointer: string };
};

export function errors(status: number, entry: ErrorEntry): Answer {
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

/**
 * The refusal of an e-mail, in each form in which ActiveCampaign's errors were seen. The last two forms give no reason.
 */
export const emailRefused = {
  "errors with code": (status: number): Answer =>
    errors(status, {
      title: "Email address is invalid",
      detail: "",
      code: "email_invalid",
      source: { pointer: "/data/attributes/email" },
    }),
  "errors with status": (status: number): Answer =>
    errors(status, { status, title: "Invalid attribute", detail: "Email address is not valid" }),
  message: (status: number): Answer => json(status, { message: "The email address is not valid." }),
  "message and error": (status: number): Answer =>
    json(status, { message: "Could not process request", error: "Invalid value for 'email'" }),
  "empty object": (status: number): Answer => json(status, {}),
  "HTML page": (status: number): Answer => htmlPage(status, "Email address is invalid"),
} as const;

export function phoneRefused(): Answer {
  const source = { pointer: "/data/attributes/phone" };
  return errors(422, { title: "Phone is too long", detail: "", code: "phone_invalid", source });
}

/** The refusal of a field. From this answer the courier cannot know which field is meant. */
export function fieldRefused(): Answer {
  const source = { pointer: "/data/attributes/fieldValues/0" };
  return errors(422, {
    title: "Field value is invalid",
    detail: "",
    code: "field_invalid",
    source,
  });
}

export function tooFast(retryAfter?: string): Answer {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { "Retry-After": retryAfter };
  return json(429, { message: "Rate limit exceeded" }, headers);
}
