import { lessons } from "#content/lessons.ts";
import { testimonials } from "#content/testimonials.ts";

export type PlannedPicture = { name: string; width: number; height: number };

const portrait = { width: 720, height: 900 };
const poster = { width: 640, height: 360 };

/** The pictures of the page, by the names that the page uses. */
export function picturesOfThePage(): PlannedPicture[] {
  return [
    ...testimonials.pictures.map((name) => ({ name, ...portrait })),
    { name: "apresentacao", ...portrait },
    ...lessons.lessons.map(({ video }) => ({ name: `aula-${video}`, ...poster })),
  ];
}
