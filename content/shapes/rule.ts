import * as v from "valibot";

/** Says what is wrong with a value and what to write instead, or nothing. The sentence follows the value's name. */
export type FindProblem<Value> = (value: Value) => string | undefined;

/** A rule of a shape: it reports the first problem that one of the functions finds. */
export function rule<Value>(...finders: FindProblem<Value>[]) {
  return v.rawCheck<Value>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const message = firstProblem(dataset.value, finders);
    if (message !== undefined) addIssue({ message });
  });
}

/** A rule about several fields of a group: it reports its problem at one of them. */
export function ruleAt<Value extends Record<string, unknown>>(
  field: keyof Value & string,
  findProblem: FindProblem<Value>,
) {
  return v.rawCheck<Value>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    const message = findProblem(value);
    if (message === undefined) return;
    const place = { type: "object", origin: "value", key: field, value: value[field] } as const;
    addIssue({ message, path: [{ ...place, input: value }] });
  });
}

function firstProblem<Value>(value: Value, finders: FindProblem<Value>[]): string | undefined {
  for (const find of finders) {
    const problem = find(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** What is wrong with a value: the names that lead to the wrong place, and the sentence that follows them. */
export function findProblems(
  shape: v.GenericSchema,
  value: unknown,
): { name: string; problem: string }[] {
  const { issues = [] } = v.safeParse(shape, value);
  return issues.map(({ path, message }) => ({
    name: path?.map(({ key }) => key).join(".") ?? "",
    problem: message,
  }));
}
