import * as v from "valibot";
import type { Answer } from "./answer.ts";

/** The same answer with its text changed. */
export function spoilText(answer: Answer, change: (text: string) => string): Answer {
  return answer.kind === "answer" ? { ...answer, text: change(answer.text) } : answer;
}

/** The same answer with its contact changed; undefined takes a part away. */
export function spoilContact(answer: Answer, change: Record<string, string | undefined>): Answer {
  return spoilText(answer, (text) => {
    const body = v.safeParse(withContact, JSON.parse(text));
    if (!body.success) return text;
    return JSON.stringify({ ...body.output, contact: { ...body.output.contact, ...change } });
  });
}

const withContact = v.looseObject({ contact: v.looseObject({}) });
