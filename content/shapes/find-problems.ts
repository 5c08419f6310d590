import { type GenericSchema, safeParse } from "valibot";

/** What is wrong with a value: the names that lead to the wrong place, and the sentence that follows them. */
export function findProblems(
  shape: GenericSchema,
  value: unknown,
): { name: string; problem: string }[] {
  const { issues = [] } = safeParse(shape, value);
  return issues.map(({ path, message }) => ({
    name: path?.map(({ key }) => key).join(".") ?? "",
    problem: message,
  }));
}
