import type { Context } from "hono";
import { messages } from "#content/messages.ts";
import {
  consentField,
  honeypotField,
  requestIdHeader,
  sourceField,
  surfaces,
} from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { readSource } from "#lead/visit-source.ts";
import type { ServerContext } from "#server/context.ts";
import type { Flag, Surface } from "#server/store/schema.ts";
import type { Submission } from "#server/store/submissions.ts";
import { networkAddressOf } from "./limits.ts";

/** A request to the lead function, with all that is known before the request's body is read. */
export type SignUpRequest = {
  request: Request;
  id: string;
  startedAt: number;
  /** The visitor's network address; empty if it is unknown. */
  networkAddress: string;
  /** The kind of the request's body; undefined for a type that we do not read. */
  bodyKind: BodyKind | undefined;
  /** True for a form that was sent without script: the browser shows the answer, so it must be a page. */
  fromForm: boolean;
  /** The origin of the page that sent the request, if this page may read the answer. */
  origin: string | undefined;
};

export function readHead({ clock, config }: ServerContext, context: Context): SignUpRequest {
  const request = context.req.raw;
  const { headers } = request;
  const id = headers.get(requestIdHeader);
  const bodyKind = bodyKindOf(headers.get("content-type"));
  const acceptsPage = () => (headers.get("accept") ?? "").includes("text/html");
  return {
    request,
    // The id that the request has already, so that a proxy's log and ours can be compared; otherwise a new id.
    id: id !== null && idForm.test(id) ? id : crypto.randomUUID(),
    startedAt: clock(),
    networkAddress: networkAddressOf(context, config.trustedProxies),
    bodyKind,
    fromForm: bodyKind === undefined ? acceptsPage() : bodyKind === "form",
    origin: config.allowedOrigins.find((origin) => origin === headers.get("origin")),
  };
}

/**
 * The form of an accepted request id: a UUID or a trace id, as proxies make them. Other ids are replaced, because the
 * id is logged: a telephone number or a name could be sent as an id of letters and digits.
 */
const idForm = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

type BodyKind = "json" | "form";

function bodyKindOf(contentType: string | null): BodyKind | undefined {
  switch (contentType?.split(";")[0]?.trim().toLowerCase()) {
    case "application/json":
      return "json";
    case "application/x-www-form-urlencoded":
      return "form";
    default:
      return undefined;
  }
}

type SignUpBody = { fields: unknown; form: PostedForm | undefined };

export const parseBody: Record<BodyKind, (text: string) => SignUpBody> = {
  json: (text) => ({ fields: JSON.parse(text), form: undefined }),
  form(text) {
    const form = readForm(new URLSearchParams(text));
    return { fields: form.typed, form };
  },
};

/** Compressed bodies are refused: 4 KiB need no compression, and a compressed body could expand to gigabytes. */
export function isCompressed(headers: Headers): boolean {
  const encoding = headers.get("content-encoding");
  return encoding !== null && encoding.trim().toLowerCase() !== "identity";
}

/** `malformed`: the body is not UTF-8, `parse` throws, or the connection ended before the whole body arrived. */
export async function readBody<Value>(
  request: Request,
  maxBytes: number,
  parse: (text: string) => Value,
): Promise<{ kind: "read"; value: Value } | { kind: "malformed" | "too-large" }> {
  try {
    const bytes = await readLimited(request, maxBytes);
    if (bytes === undefined) return { kind: "too-large" };
    return { kind: "read", value: parse(utf8.decode(bytes)) };
  } catch {
    return { kind: "malformed" };
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a body; undefined if it is too large. A missing or wrong `Content-Length` changes nothing: the received bytes
 * count.
 */
async function readLimited(
  request: Request,
  maxBytes: number,
): Promise<ArrayBuffer | Uint8Array | undefined> {
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > maxBytes) return undefined;
  if (announced !== null) {
    // Node reads no more than the announced length, and reading the body at once is several times as fast as reading
    // chunks.
    const bytes = await request.arrayBuffer();
    return bytes.byteLength > maxBytes ? undefined : bytes;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The circumstances of a sign-up, as the browser reports them. A browser can send anything, so unknown values are left
 * out.
 */
type Told = Pick<Submission, "surface" | "wording" | "cta" | "source" | "flag">;

const ctaName = /^[a-z-]{1,40}$/;

export function readTold(context: Record<string, unknown>): Told {
  const { cta } = context;
  const surface = surfaces.find((known) => known === context["surface"]) ?? "unknown";
  const [first, last] = [readSource(context["first"]), readSource(context["last"])];
  return {
    surface,
    wording: knownWording(surface, context["wording"]),
    cta: typeof cta === "string" && ctaName.test(cta) ? cta : undefined,
    source: first || last ? JSON.stringify({ first, last }) : undefined,
    flag: flagOf(context),
  };
}

/** A sign-up that is sent sooner after the page opened gets a flag, but is not held: autofill is fast too. */
const minElapsedMs = 1_500;

function flagOf({ honeypotFilled, elapsedMs }: Record<string, unknown>): Flag | undefined {
  if (honeypotFilled === true) return "honeypot";
  return typeof elapsedMs === "number" && elapsedMs < minElapsedMs ? "too-fast" : undefined;
}

/**
 * The wording that the sign-up names, if its form shows this wording: the page's form shows a consent, the popup a
 * notice. A sign-up that names a wording of the other form is stored without a wording.
 */
function knownWording(surface: Surface, named: unknown): string | undefined {
  const wording = Object.keys(messages.wordings.texts).find((name) => name === named);
  if (wording === undefined || surface === "unknown") return wording;
  return isConsentWording(wording) === (surface === "page") ? wording : undefined;
}

function isConsentWording(wording: string): boolean {
  return messages.wordings.consents.some((name) => name === wording);
}

/**
 * The most characters of the context header: a longer one is ignored. The page sends up to 6,000; Node accepts up to
 * 16,384 for all headers together.
 */
const maxContextLength = 8_192;

export function parseContext(encoded: string | null | undefined): Record<string, unknown> {
  if (!encoded || encoded.length > maxContextLength) return {};
  try {
    const value: unknown = JSON.parse(decodeURIComponent(encoded));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** A form that was sent without script, before its fields are checked. */
export type PostedForm = Told & {
  typed: Lead;
  /** The name of the consent whose box the visitor ticked. */
  consent: string | undefined;
  key: string | undefined;
};

export function readForm(fields: URLSearchParams): PostedForm {
  const textOf = (name: string) => fields.get(name) ?? undefined;
  const ticked = textOf(consentField);
  // Only a script can know the source of the visit, and adds it to the form if the script has loaded when the form is
  // sent.
  const { first, last } = parseContext(textOf(sourceField));
  return {
    ...readTold({
      surface: textOf("surface"),
      wording: ticked ?? textOf("wording"),
      honeypotFilled: Boolean(textOf(honeypotField)),
      first,
      last,
    }),
    typed: eachField((field) => textOf(field) ?? ""),
    consent: ticked !== undefined && isConsentWording(ticked) ? ticked : undefined,
    key: textOf("apikey"),
  };
}

/**
 * True if a form of the page was sent without the tick of its consent box. With script, the page itself asks for the
 * tick, and the JSON that it sends does not contain the tick.
 */
export function isConsentMissing(form: PostedForm | undefined): boolean {
  return form?.surface === "page" && form.consent === undefined;
}

/**
 * True if a page of another site sent this request: browsers report this in `Sec-Fetch-Site`, older browsers only in
 * `Origin`. Pages of allowed origins count as ours. A program that sends neither header counts as ours too, because it
 * could send any value.
 */
export function isFromElsewhere(headers: Headers, allowedOrigins: readonly string[]): boolean {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site === "same-origin") return false;
  if (origin !== null) return !allowedOrigins.includes(origin);
  return site !== null && site !== "none";
}
