import { links } from "#content/links.ts";
import { testimonials } from "#content/testimonials.ts";
import { posterSample } from "./poster-sample.ts";
import { presenterSample } from "./presenter-sample.ts";
import { testimonialSample } from "./testimonial-sample.ts";

export type PlannedPicture = {
  name: string;
  width: number;
  height: number;
  sample: () => Promise<Buffer>;
};

const portrait = { width: 720, height: 900 };
const poster = { width: 640, height: 360 };

/** The pictures that the page asks for, by the names it uses. */
export function picturesOfThePage(): PlannedPicture[] {
  return [...testimonialPictures(), presenterPicture(), ...lessonPosters()];
}

function testimonialPictures(): PlannedPicture[] {
  return Array.from({ length: testimonials.count }, (_, index) => {
    const number = index + 1;
    return { name: `depoimento-${number}`, ...portrait, sample: () => testimonialSample(number) };
  });
}

function presenterPicture(): PlannedPicture {
  return { name: "apresentacao", ...portrait, sample: presenterSample };
}

function lessonPosters(): PlannedPicture[] {
  return Object.keys(links.videos).map((video) => {
    return { name: `aula-${video}`, ...poster, sample: () => posterSample(video) };
  });
}
