import * as v from "valibot";

type Find<Value> = (value: Value) => string | undefined;

/**
 * Makes a rule of a shape. `find` returns a sentence that says what is wrong with a value and what to write, or
 * undefined; the report puts the value's name before this sentence. A rule about several fields of a group reports its
 * problem at one of these fields, `field`.
 */
export function rule<Value>(find: Find<Value>, field?: keyof Value & string) {
  return v.rawCheck<Value>(({ dataset, addIssue }) => {
    const message = dataset.typed ? find(dataset.value) : undefined;
    if (message === undefined) return;
    const place = { type: "unknown", origin: "value", input: undefined, value: undefined } as const;
    addIssue(field === undefined ? { message } : { message, path: [{ ...place, key: field }] });
  });
}

const kinds: Record<string, string> = {
  string: 'deve ser um texto entre aspas, assim: "…".',
  number: "deve ser um número, sem aspas.",
  boolean: "deve ser true (sim) ou false (não), sem aspas.",
  literal: "deve ser true, sem aspas.",
  array: "deve ser uma lista entre colchetes, assim: [ … ].",
  tuple_with_rest: "deve ser uma lista entre colchetes, assim: [ … ].",
  strict_object: "deve ser um grupo entre chaves, assim: { … }.",
  record: "deve ser um grupo entre chaves, assim: { … }.",
};

/** The message for an issue that Valibot found. The description of a symbol says why a value could not be read. */
function describeKind({ type, input, expected }: v.BaseIssue<unknown>): string {
  if (type === "strict_object" && expected !== "Object")
    return "falta aqui. Escreva essa linha de novo, ou desfaça a última alteração com Ctrl+Z.";
  const why = typeof input === "symbol" && type !== "boolean" ? input.description : undefined;
  return why ?? kinds[type] ?? "não pode ficar assim.";
}

export function issuesOf(shape: v.GenericSchema, value: unknown): v.BaseIssue<unknown>[] {
  return v.safeParse(shape, value, { message: describeKind }).issues ?? [];
}
