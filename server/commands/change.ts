import { launch } from "#content/launch.ts";
import {
  type Action,
  describeDone,
  type Field,
  titleOf,
  type World,
} from "#server/actions/action.ts";
import { confirm } from "#server/command-line/asking.ts";
import {
  type Command,
  type CommandInput,
  done,
  failed,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { commandsFor, type Subject } from "#server/facts/fact.ts";
import { readFacts, standingIn } from "#server/operator/facts.ts";
import { runAction } from "#server/operator/run-action.ts";

/** Makes the command that runs an action: required fields are words, and optional fields are options. */
export function changeWith(action: Action, subject: Subject): Command {
  const { fields, sentence } = action;
  const needed = fields.filter(({ isOptional }) => !isOptional);
  const optional = fields.filter(({ isOptional }) => isOptional);
  const last = needed.at(-1);
  return {
    usage: [
      ...needed.map(({ usage }) => usage),
      ...optional.map(({ name, usage }) => `[--${name} ${usage}]`),
    ].join(" "),
    summary: `${titleOf({ action, values: Object.fromEntries(fields.map(({ name, usage }) => [name, usage])) })}.`,
    details: [sentence],
    // The last field may be a time, which the operator may write in several words without quotes.
    operands: { min: needed.length, max: last?.input === "text" ? maxWords : needed.length },
    options: Object.fromEntries(
      optional.map(({ name, label }) => [name, { type: "string", about: label } as const]),
    ),
    async run(context, input) {
      const read = action.read(typedFor(needed, input));
      if (read.kind === "mistake") return misused(escapeForTerminal(read.sentence));
      const io = await context.open();
      const { ready } = read;
      const world = worldOf(io);
      const warning = await ready.warn(world);
      if (warning?.kind === "refused") return failed(escapeForTerminal(warning.sentence));
      if (warning !== undefined) {
        await io.write(`${escapeForTerminal(warning.sentence)}\n`);
        if (warning.mustAgree) {
          const agreed = await confirm(io, input, "Fazer mesmo assim?");
          if (agreed !== "agreed") return agreed;
        }
      }
      const outcome = await runAction(world, { action, ready });
      if (outcome.kind === "refused") return failed(escapeForTerminal(outcome.sentence));
      const detail = outcome.kind === "done" ? (outcome.detail ?? null) : null;
      await io.write(`Feito: ${describeDone(action, detail)}.\n${sentence}\n\n`);
      return printFacts(io, subject);
    },
  };
}

const maxWords = 6;

function typedFor(needed: readonly Field[], { operands, values }: CommandInput) {
  const words = needed.map(({ name }, index) => {
    const isLast = index === needed.length - 1;
    return [name, isLast ? operands.slice(index).join(" ") : operands[index]];
  });
  return { ...Object.fromEntries(values), ...Object.fromEntries(words) };
}

function worldOf(io: WithDatabase): World {
  return { ...io, now: io.clock(), event: launch.event };
}

/**
 * Makes the command that prints the facts of a subject. If the same word can also change the subject, words after it
 * run `change`.
 */
export function showFactsOf(subject: Subject, change?: Command): Command {
  const show: Command = {
    usage: "",
    summary: `mostra: ${subject.title}.`,
    details: [],
    run: async (context) => printFacts(await context.open(), subject),
  };
  if (change === undefined) return show;
  return {
    ...change,
    usage: `[${change.usage}]`,
    operands: { min: 0, max: change.operands?.max ?? 0 },
    run: (context, input) => (input.operands.length === 0 ? show : change).run(context, input),
  };
}

async function printFacts(io: WithDatabase, subject: Subject) {
  const { event } = launch;
  const now = io.clock();
  const facts = await readFacts(subject, { ...io, now, event, ...(await standingIn(io.database)) });
  for (const fact of facts) {
    const { name, value, todo, level } = fact;
    await io.write(`${name}: ${escapeForTerminal(value)}\n`);
    if (level === "fine") continue;
    for (const line of [todo, ...commandsFor(fact)])
      if (line !== undefined) await io.write(`  ${escapeForTerminal(line)}\n`);
  }
  return done;
}
