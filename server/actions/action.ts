import * as v from "valibot";
import type { EventPlan } from "#event/edition.ts";
import { commandLine } from "#phrases/command-line.ts";
import { shellWord } from "#server/command-line/escape.ts";
import type { Config } from "#server/config.ts";
import type { Database, Writing } from "#server/store/schema.ts";
import type { Sleep } from "#server/waiting.ts";

/**
 * Something that the operator can change. It is made once, by its subject: the panel makes a button, a question and a form
 * from it, and `npm run leads -- <words> <values>` runs it.
 */
export type Action = Words & {
  fields: readonly Field[];
  /** Reads what was typed for the fields. */
  read(typed: Typed): { kind: "ready"; ready: Ready } | { kind: "mistake"; sentence: string };
};

type Words = {
  /** Its words in the shell, like `groups full`: they are also its name in the log of actions. */
  words: string;
  /** What it does, as a question without its mark. A field between braces stands for its value. */
  title: string;
  /** The same in a word or two, for a button beside what it changes. */
  button: string;
  /** What follows from it. */
  sentence: string;
  /** What was done, for the log of actions; `{}` stands for the detail. It never tells of a person. */
  done: string;
  /** Whether a change from the panel is told to `ALERT_URL`: in wrong hands it leads people elsewhere. */
  isTold?: true;
};

export type Field = {
  name: string;
  label: string;
  /** How the shell's help writes it, like `<link>`. */
  usage: string;
  input: Input;
  isOptional: boolean;
};

type Input = "url" | "number" | "text";

export type Typed = Readonly<Record<string, string | undefined>>;

/** An action with its values. */
export type Ready = {
  /** Looks first and changes nothing: what the operator should know, or why it cannot be done. It may ask the network. */
  warn(world: World): Promise<Refused | Warning | undefined>;
  /** What must succeed before the change, outside of its transaction. */
  before(world: World): Promise<Refused | undefined>;
  change(writing: Writing, moment: Moment): Promise<Refused | Done>;
  /** What takes longer than a transaction should. It can be repeated without harm. */
  after(world: World): Promise<void>;
};

type Moment = { now: number; event: EventPlan };

export type World = Moment & {
  database: Database;
  config: Config;
  clock: () => number;
  sleep: Sleep;
  fetch: typeof fetch;
};

/** Why nothing was changed, and what to do instead. */
export type Refused = { kind: "refused"; sentence: string };

/** What the operator must know first. The panel always asks again, the shell only if it says `mustAgree`. */
export type Warning = { kind: "warning"; sentence: string; mustAgree: boolean };

/** The detail is a phase, a number or a reason; never about a person. */
export type Done = { kind: "done"; detail?: string };

const done: Done = { kind: "done" };

export function refused(sentence: string): Refused {
  return { kind: "refused", sentence };
}

type Values<Fields extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Fields, undefined>>;

type Definition<Fields extends v.ObjectEntries> = Words & {
  fields: Fields;
  warn?: (world: World, values: Values<Fields>) => ReturnType<Ready["warn"]>;
  before?: (world: World, values: Values<Fields>) => ReturnType<Ready["before"]>;
  change: (
    writing: Writing,
    values: Values<Fields>,
    moment: Moment,
  ) => Promise<Refused | Done | undefined>;
  after?: (world: World, values: Values<Fields>) => Promise<void>;
};

export function action<Fields extends v.ObjectEntries>({
  fields,
  warn,
  before,
  change,
  after,
  ...words
}: Definition<Fields>): Action {
  const schema = v.object(fields);
  const names = Object.keys(fields);
  return {
    ...words,
    fields: Object.entries(fields).map(([name, field]) => ({ name, ...wordsOf(field) })),
    read(typed) {
      // A field of a form that was left empty is none.
      const given = names.map((name) => [name, typed[name]?.trim() || undefined]);
      const read = v.safeParse(schema, Object.fromEntries(given), { abortEarly: true });
      if (!read.success) return { kind: "mistake", sentence: read.issues[0].message };
      const values = read.output;
      const ready: Ready = {
        warn: async (world) => warn?.(world, values),
        before: async (world) => before?.(world, values),
        change: async (writing, moment) => (await change(writing, values, moment)) ?? done,
        after: async (world) => after?.(world, values),
      };
      return { kind: "ready", ready };
    },
  };
}

type FieldWords<Value> = {
  label: string;
  usage: string;
  input: Input;
  /** What is wrong, and what to write instead. */
  mistake: string;
  read: (text: string) => Value | undefined;
};

export function field<Value>(words: FieldWords<Value>) {
  return v.pipe(v.string(words.mistake), reading(words), v.metadata(shown(words)));
}

export function optionalField<Value>(words: FieldWords<Value>) {
  const schema = v.optional(v.pipe(v.string(), reading(words)));
  return v.pipe(schema, v.metadata(shown(words)));
}

function reading<Value>({ read, mistake }: FieldWords<Value>) {
  return v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
    const value = read(dataset.value);
    if (value !== undefined) return value;
    addIssue({ message: mistake });
    return NEVER;
  });
}

function shown({ label, usage, input }: FieldWords<unknown>) {
  return { label, usage, input };
}

const metadata = v.object({
  label: v.string(),
  usage: v.string(),
  input: v.picklist(["url", "number", "text"]),
});

function wordsOf(field: v.ObjectEntries[string]) {
  return { ...v.parse(metadata, v.getMetadata(field)), isOptional: field.type === "optional" };
}

/** An action as an answer to a fact, with the values that are known. */
export type Answer = { action: Action; values: Typed };

export function answer(action: Action, values: Typed = {}): Answer {
  return { action, values };
}

/** What the action does with these values: "Marcar o grupo 2 como cheio". */
export function titleOf({ action: { title }, values }: Answer): string {
  return title.replace(/\{([\w-]+)\}/g, (_, name: string) => values[name] ?? "…");
}

/** What was done, in words. */
export function describeDone({ done }: Pick<Action, "done">, detail: string | null): string {
  return done.replace("{}", () => detail ?? "");
}

/** The command that does the same on the server. A value that is not known stands as `'<link>'`. */
export function commandOf({ action: { words, fields }, values }: Answer): string {
  const given = fields.flatMap(({ name, usage, isOptional }) => {
    const value = values[name];
    if (isOptional) return value === undefined ? [] : [`--${name}`, shellWord(value)];
    return [value === undefined ? `'${usage}'` : shellWord(value)];
  });
  return [commandLine.call, words, ...given].join(" ");
}

/** Reads a whole number from 1 to `most`, as people type it: `950`, `1.024`. */
export function readNumber(most: number): (text: string) => number | undefined {
  return (text) => {
    if (!/^\d{1,7}$|^\d{1,3}(\.\d{3})+$/.test(text)) return undefined;
    const number = Number(text.replaceAll(".", ""));
    return number >= 1 && number <= most ? number : undefined;
  };
}
