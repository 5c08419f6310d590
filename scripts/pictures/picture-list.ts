import { links } from "#content/links.ts";
import { testimonials } from "#content/testimonials.ts";

export type PlannedPicture = { name: string; width: number; height: number };

const portrait = { width: 720, height: 900 };
const poster = { width: 640, height: 360 };

/** The pictures of the page, by the names that the page uses. */
export function picturesOfThePage(): PlannedPicture[] {
  return [
    ...Array.from({ length: testimonials.count }, (_, index) => ({
      name: `depoimento-${index + 1}`,
      ...portrait,
    })),
    { name: "apresentacao", ...portrait },
    ...Object.keys(links.videos).map((video) => ({ name: `aula-${video}`, ...poster })),
  ];
}
