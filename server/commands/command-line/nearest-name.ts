import { editDistance } from "#lead/edit-distance.ts";

const maxTypos = 2;

/** The name that differs least from what the operator wrote; undefined if no name is like it. */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  const [nearest] = [...names]
    .map((name) => ({ name, typos: editDistance(written.toLowerCase(), name) }))
    .filter(({ name, typos }) => typos <= Math.min(maxTypos, name.length - 2))
    .sort((one, other) => one.typos - other.typos);
  return nearest?.name;
}
