import { nearest } from "#content/shapes/nearest.ts";
import { values } from "#phrases/content/values.ts";
import { valueAt } from "./plain.ts";
import type { Slip, Value } from "./read/value.ts";
import { exportedValue, type ReadContent } from "./read-content.ts";

/** Mistakes that two files make together: a lesson names a video that `links.ts` does not have. */
export function checkAcross(content: ReadContent): { file: string; slips: Slip[] }[] {
  const videos = namesIn(content, "links", "videos");
  if (videos === undefined) return [];
  const slips = lessonVideos(content).flatMap((video): Slip[] => {
    if (video.kind !== "text" || videos.includes(video.text)) return [];
    const right = nearest(video.text, videos);
    const problem = values.noSuchVideo(video.text, right, videos.join(", "));
    return [{ line: video.line, text: `${values.subject("video")} ${problem}` }];
  });
  return [{ file: "lessons.ts", slips }];
}

function namesIn(content: ReadContent, name: string, group: string): string[] | undefined {
  const whole = exportedValue(content, name);
  const found = whole && valueAt(whole, [group]);
  return found?.kind === "group" ? found.entries.map((entry) => entry.name) : undefined;
}

function lessonVideos(content: ReadContent): Value[] {
  const whole = exportedValue(content, "lessons");
  const list = whole && valueAt(whole, ["lessons"]);
  if (list?.kind !== "list") return [];
  return list.items.flatMap((lesson) => valueAt(lesson, ["video"]) ?? []);
}
