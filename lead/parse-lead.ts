import * as v from "valibot";
import type { FieldProblem, LeadField } from "./contract.ts";
import { leadFields } from "./contract.ts";
import type { Lead } from "./lead.ts";

export type ParsedLead =
  | { kind: "lead"; lead: Lead }
  | { kind: "problems"; problems: FieldProblem[] };

/**
 * The rule of the HTML standard for e-mail addresses, so that the server accepts what `<input type="email">` accepts:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const htmlEmail =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const filledText = v.pipe(v.string("required"), v.transform(clean), v.minLength(1, "required"));

const rules = {
  name: filledText,
  email: v.pipe(filledText, v.regex(htmlEmail, "invalid")),
  whatsapp: filledText,
} satisfies Record<LeadField, v.GenericSchema<unknown, string>>;

const leadSchema = v.object(rules);

export function parseLead(input: unknown): ParsedLead {
  const result = v.safeParse(leadSchema, input, { abortPipeEarly: true });
  return result.success
    ? { kind: "lead", lead: result.output }
    : { kind: "problems", problems: problemsOf(result.issues) };
}

/**
 * Turns Valibot's issues into problems of fields. A missing field (an issue of the object) and an empty field (an issue
 * of its text) both become "required".
 */
function problemsOf(issues: v.InferIssue<typeof leadSchema>[]): FieldProblem[] {
  const codes = new Map(issues.map((issue) => [v.getDotPath(issue), issue.message]));
  const all = codes.has(null);
  return leadFields
    .filter((field) => all || codes.has(field))
    .map((field) => ({ field, code: codes.get(field) === "invalid" ? "invalid" : "required" }));
}

function clean(typed: string): string {
  return typed
    .toWellFormed()
    .normalize("NFC")
    .replace(/\p{Cc}+/gu, " ")
    .trim();
}
