import { benchCommands } from "./commands.ts";
import { benchDrain } from "./drain.ts";
import { benchFunction } from "./function.ts";
import { benchLighthouse } from "./lighthouse.ts";
import { benchOutages } from "./outages.ts";
import { benchPage } from "./page.ts";
import { benchPanel } from "./panel.ts";
import { benchSoak } from "./soak.ts";

type Bench = { run: () => Promise<void>; about: string };

const benches: Record<string, Bench> = {
  commands: {
    run: benchCommands,
    about: "Measures the operator's commands with 30,000 people in the store: lower is better.",
  },
  function: {
    run: benchFunction,
    about:
      "Measures sign-ups a second, as a share of those of a bare server that stores nothing: the share should not fall.",
  },
  drain: {
    run: benchDrain,
    about:
      "Measures how fast waiting leads reach ActiveCampaign within its limits: 1 is as fast as the limits allow.",
  },
  lighthouse: {
    run: benchLighthouse,
    about: "Measures each page with Lighthouse on a phone: 100 points are the best.",
  },
  outages: {
    run: benchOutages,
    about:
      "Simulates failures of ActiveCampaign with three policies: fewer requests and fewer seconds are better.",
  },
  page: {
    run: benchPage,
    about:
      "Measures our page beside other builds of it on a slow phone: lower is better, and `floor` is the least possible.",
  },
  panel: {
    run: benchPanel,
    about:
      "Measures sign-ups with a million people in the store, with and without an open panel: the ratio should be about 1.",
  },
  soak: {
    run: benchSoak,
    about:
      "Measures answer times and memory under steady traffic: the last minutes should be like the first.",
  },
};

const name = process.argv.at(-1) ?? "";
const bench = benches[name];
if (bench) {
  console.log(bench.about);
  await bench.run();
} else {
  console.error("Name one bench, for example: npm run bench -- page");
  for (const [name, { about }] of Object.entries(benches)) console.error(`  ${name}: ${about}`);
}
