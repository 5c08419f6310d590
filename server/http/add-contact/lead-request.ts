import { type BodyKind, bodyKind } from "./read-body.ts";

/** A request to the function, with all that every way of answering it needs to know. */
export type LeadRequest = {
  request: Request;
  id: string;
  startedAt: number;
  /** Whoever asked; empty where nobody can tell. */
  address: string;
  /** What its body claims to be. */
  kind: BodyKind | undefined;
  /** A form shows its answer to the visitor, a script reads it. */
  forPeople: boolean;
  /** Whether a page of another site sent the request: then the visitor may never have seen our form. */
  fromElsewhere: boolean;
  /** They stand on every answer, whatever it says. */
  headers: Record<string, string>;
};

export type Asking = Omit<LeadRequest, "kind" | "forPeople">;

export function asked(asking: Asking): LeadRequest {
  const kind = bodyKind(asking.request.headers.get("content-type"));
  return { ...asking, kind, forPeople: isForPeople(asking.request, kind) };
}

/** A form of a type we cannot read is known by the page it waits for. */
function isForPeople({ headers }: Request, kind: BodyKind | undefined): boolean {
  if (kind !== undefined) return kind === "form";
  return (headers.get("accept") ?? "").includes("text/html");
}

/**
 * A UUID or a trace id, as proxies make them. Nothing looser is taken over: it is logged, and a
 * telephone number or a name would pass for a word of letters and digits.
 */
const idForm = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

export const requestIdHeader = "X-Request-Id";

/** The id that the request came with, so that a proxy's log and ours can be read side by side; else a new one. */
export function requestId(given: string | null, newId: () => string): string {
  return given !== null && idForm.test(given) ? given : newId();
}
