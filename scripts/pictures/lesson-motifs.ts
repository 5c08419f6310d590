import { braid } from "./braid-motif.ts";
import { brain } from "./brain-motif.ts";
import { constellation } from "./constellation-motif.ts";
import { curtain } from "./curtain-motif.ts";
import { infinity } from "./curves.ts";
import { litLine } from "./drawing.ts";
import { loneDot } from "./lone-dot-motif.ts";
import { mendedLine } from "./mended-line-motif.ts";
import type { Motif } from "./motif.ts";
import { synapse } from "./synapse-motif.ts";

/** By the key of the video in `content/links.ts`. */
const motifs: Record<string, () => Motif> = {
  traits: constellation,
  loneliness: loneDot,
  neuroscience: synapse,
  brain,
  adhdAndAutism: braid,
  trauma: mendedLine,
  welcome: curtain,
};

/** The drawing of a lesson; the infinity line for one that has none of its own yet. */
export function motifOf(video: string): Motif {
  return motifs[video]?.() ?? { lands: [380, 180], lines: [litLine(infinity([380, 172], 300))] };
}
