/** One line of doctor's output. The operator must fix a `fail` before the launch, and should look at a `warn`. */
export type Finding =
  | { level: "ok"; text: string }
  | { level: "warn" | "fail"; text: string; todo: string };

/** What doctor looks at. It needs a part of what doctor knows: the settings, the open store, the account, the page. */
export type Check<Needs> = {
  /** What a line is about: its first word after the level. */
  title: string;
  run(needs: Needs): Findings | Promise<Findings>;
  /** A warning of this check can wait while the class is on. */
  canWait?: true;
};

type Findings = Finding | readonly Finding[];

export type TitledFinding = Finding & { title: string; canWait: boolean };

export function ok(text: string): Finding {
  return { level: "ok", text };
}

export function warn(text: string, todo: string): Finding {
  return { level: "warn", text, todo };
}

export function fail(text: string, todo: string): Finding {
  return { level: "fail", text, todo };
}

/** Runs the checks one after the other. */
export async function* runChecks<Needs>(
  checks: readonly Check<Needs>[],
  needs: Needs,
): AsyncGenerator<TitledFinding> {
  for (const { title, run, canWait = false } of checks)
    for (const finding of [await run(needs)].flat()) yield { ...finding, title, canWait };
}

/** The commands that publish the page again. Under systemd the server itself is not allowed to build the page. */
export const publish = "npm start; com systemd: npm run ready e depois black-ahsd-restart";
