import { benchDrain } from "./drain.ts";
import { benchFunction } from "./function.ts";

const benches: Record<string, () => Promise<void>> = {
  function: benchFunction,
  drain: benchDrain,
};

const name = process.argv.at(-1) ?? "";
const bench = benches[name];
if (bench) await bench();
else console.error(`Say which: npm run bench -- ${Object.keys(benches).join(" | ")}`);
