import { type Answer, errors, htmlPage, json } from "./answer.ts";

/** One complaint in each of the forms the vendor's errors were seen in; two of them cannot be read as a complaint. */
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

export function fieldRefused(): Answer {
  const source = { pointer: "/data/attributes/fieldValues/0" };
  return errors(422, {
    title: "Field value is invalid",
    detail: "",
    code: "field_invalid",
    source,
  });
}
