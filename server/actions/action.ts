import * as v from "valibot";
import type { EventPlan } from "#event/edition.ts";
import { commandLine } from "#phrases/command-line.ts";
import { shellWord } from "#server/command-line/escape.ts";
import type { Config } from "#server/config.ts";
import type { Database, Writing } from "#server/store/schema.ts";
import type { Sleep } from "#server/waiting.ts";

/**
 * A change that the operator can make. A subject (groups, room, event …) defines each action once: the panel makes a
 * button, a question and a form from the action, and `npm run leads -- <words> <values>` runs the action.
 */
export type Action = Words & {
  fields: readonly Field[];
  /** Parses the values that the operator typed into the fields. */
  read(typed: Typed): { kind: "ready"; ready: Ready } | { kind: "mistake"; sentence: string };
};

type Words = {
  /** The action's words in the shell, like `groups full`. They are also the action's name in the log of actions. */
  words: string;
  /**
   * What the action does, as a question without the question mark. `{field}` is replaced by the value of that field.
   */
  title: string;
  /** The title in a word or two, for a button beside the thing that the action changes. */
  button: string;
  /** What the action will cause. The operator reads this before the action runs. */
  sentence: string;
  /**
   * What the action did, for the log of actions; `{}` is replaced by the detail. The text never tells of a person.
   */
  done: string;
  /**
   * True if a change from the panel is also sent to `ALERT_URL`: an intruder could send visitors elsewhere with this
   * action.
   */
  isTold?: true;
};

export type Field = {
  name: string;
  label: string;
  /** The field's name in the shell's help, like `<link>`. */
  usage: string;
  input: Input;
  isOptional: boolean;
};

type Input = "url" | "number" | "text";

export type Typed = Readonly<Record<string, string | undefined>>;

/** An action with its parsed values. */
export type Ready = {
  /**
   * Checks first, and changes nothing. Returns what the operator should know, or why the action is impossible. It may
   * use the network.
   */
  warn(world: World): Promise<Refused | Warning | undefined>;
  /** The step that must succeed before `change`. It runs outside of the transaction of `change`. */
  before(world: World): Promise<Refused | undefined>;
  change(writing: Writing, moment: Moment): Promise<Refused | Done>;
  /** The step that would take too long in the transaction of `change`. Repeating it does no harm. */
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

/** The action changed nothing. The sentence says why, and what to do instead. */
export type Refused = { kind: "refused"; sentence: string };

/**
 * What the operator must know before the action. The panel always asks again; the shell asks again only if `mustAgree`
 * is true.
 */
export type Warning = { kind: "warning"; sentence: string; mustAgree: boolean };

/** The action was done. The detail is a phase, a number or a reason, and never about a person. */
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
      // A form field that was left empty counts as a value that was not given.
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
  /** The sentence about a wrong value: what is wrong, and what to write instead. */
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

/** An action that the operator can take because of a fact, with the values that are already known. */
export type Answer = { action: Action; values: Typed };

export function answer(action: Action, values: Typed = {}): Answer {
  return { action, values };
}

/** The title of an action with its values: "Marcar o grupo 2 como cheio". */
export function titleOf({ action: { title }, values }: Answer): string {
  return title.replace(/\{([\w-]+)\}/g, (_, name: string) => values[name] ?? "…");
}

/** Describes in words what an action did. */
export function describeDone({ done }: Pick<Action, "done">, detail: string | null): string {
  return done.replace("{}", () => detail ?? "");
}

/**
 * The shell command that runs the same action. A value that is not known is written as the field's name: `'<link>'`.
 */
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
