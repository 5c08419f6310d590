import * as v from "valibot";
import { words } from "./texts.ts";

export const refusalsShape = v.strictObject(
  words(
    "malformed",
    "unauthorized",
    "method-not-allowed",
    "too-large",
    "unsupported-type",
    "invalid-lead",
    "key-reused",
    "too-many",
    "unavailable",
    "unexpected",
  ),
);

export type Refusals = v.InferOutput<typeof refusalsShape>;

export const retryShape = v.strictObject(words("title", "text", "failedTitle", "goBack"));

export type Retry = v.InferOutput<typeof retryShape>;
