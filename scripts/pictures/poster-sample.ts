import { drawnOnStage, words } from "./drawing.ts";
import { motifOf } from "./lesson-motifs.ts";
import { sampleWords } from "./sample-words.ts";

const size = { width: 640, height: 360 };
const usualLamp = [580, -110] as const;

/** The drawing of a lesson. The play button stands on the left below: nothing of weight is drawn there. */
export function posterSample(video: string): Promise<Buffer> {
  const { lamp = usualLamp, lands, lines } = motifOf(video);
  const label = words(sampleWords.poster, { x: 616, y: 330, size: 46, anchor: "end" });
  return drawnOnStage(size, { light: { lamp, lands, spread: 130 }, over: [...lines, label] });
}
