import type { BaseIssue } from "valibot";
import { values } from "#phrases/content/values.ts";

/** What to say about a value of the wrong kind, after its name. Rules with sentences of their own do not come here. */
export function describeKind({ type, input, expected }: BaseIssue<unknown>): string {
  const word = typeof input === "symbol" ? (input.description ?? "") : "";
  if (word.includes(".")) return values.unknownReference(word);
  switch (type) {
    case "string":
      return describeNoText(input);
    case "number":
      return describeNoNumber(input);
    case "boolean":
      return values.needsFlag;
    case "array":
    case "tuple_with_rest":
      return values.needsList;
    case "strict_object":
    case "record":
      return values.needsGroup;
    default:
      return values.needsExactly(expected ?? "");
  }
}

function describeNoText(input: unknown): string {
  if (typeof input === "number") return values.textNotNumber(input);
  return typeof input === "symbol" ? values.noQuotes(input.description ?? "") : values.needsText;
}

function describeNoNumber(input: unknown): string {
  return typeof input === "string" && /^\d+$/.test(input)
    ? values.numberNotText(input)
    : values.needsNumber;
}
