// @ts-check
// Shifts the clock of a process by CLOCK_SHIFT_MS milliseconds. Timers and `performance` do not change. Use: node
// --import ./tests/support/machine/shifted-clock.mjs …
import process from "node:process";

const shiftMs = Number(process.env["CLOCK_SHIFT_MS"] ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
