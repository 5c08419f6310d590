import { benchDrain } from "./drain.ts";
import { benchFunction } from "./function.ts";
import { benchLighthouse } from "./lighthouse.ts";
import { benchOutages } from "./outages.ts";
import { benchPage } from "./page.ts";
import { benchSoak } from "./soak.ts";

const benches: Record<string, () => Promise<void>> = {
  function: benchFunction,
  drain: benchDrain,
  lighthouse: benchLighthouse,
  outages: benchOutages,
  page: benchPage,
  soak: benchSoak,
};

const name = process.argv.at(-1) ?? "";
const bench = benches[name];
if (bench) await bench();
else console.error(`Say which: npm run bench -- ${Object.keys(benches).join(" | ")}`);
