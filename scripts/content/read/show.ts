import { shorten } from "./quotes.ts";
import type { Value } from "./value.ts";

/** The value as a sentence shows it. */
export function show(value: Value): string {
  switch (value.kind) {
    case "text":
      return shorten(value.text);
    case "number":
      return String(value.number).replace(".", ",");
    case "flag":
      return String(value.flag);
    case "word":
      return value.word;
    case "list":
      return "]";
    case "group":
      return "}";
    case "unknown":
      return "este valor";
  }
}
