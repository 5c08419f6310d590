import { type Misbehaviour, misbehaviours } from "./misbehaviours.ts";
import type { Way } from "./way.ts";

const ways: readonly [string, Way][] = Object.entries(misbehaviours);

/** Those that the courier is to read in this way. */
export function misbehavioursRead(reading: Way["reading"]): Misbehaviour[] {
  return ways
    .filter(([, way]) => way.reading === reading)
    .map(([name]) => name)
    .filter(isMisbehaviour);
}

function isMisbehaviour(name: string): name is Misbehaviour {
  return Object.hasOwn(misbehaviours, name);
}
