import { type Misbehaviour, misbehaviours } from "./misbehaviours.ts";
import type { Way } from "./way.ts";

const ways: readonly [string, Way][] = Object.entries(misbehaviours);

/** The misbehaviours that the courier must interpret in this way. */
export function misbehavioursRead(reading: Way["reading"]): Misbehaviour[] {
  return ways
    .filter(([, way]) => way.reading === reading)
    .map(([name]) => name)
    .filter(isMisbehaviour);
}

function isMisbehaviour(name: string): name is Misbehaviour {
  return Object.hasOwn(misbehaviours, name);
}
