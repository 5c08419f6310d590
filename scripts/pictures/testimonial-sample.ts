import { testimonials } from "#content/testimonials.ts";
import { drawnOnStage, line, litLine, words } from "./drawing.ts";
import { colour } from "./palette.ts";
import { sampleWords } from "./sample-words.ts";

const size = { width: 720, height: 900 };
const sheet = { left: 100, top: 84, right: 620, bottom: 768 };
const margin = 236;
const firstRule = 224;
const lastRule = 692;
const paper = `<path d="M${sheet.left} ${sheet.top}H${sheet.right}V${sheet.bottom}H${sheet.left}Z" fill="${colour("raised")}" stroke="${colour("line")}" stroke-width="2"/>`;

/** A sheet with a line for each testimonial: the light lies on the line of this one. */
export function testimonialSample(number: number): Promise<Buffer> {
  const gap = (lastRule - firstRule) / (testimonials.count - 1);
  const y = firstRule + gap * (number - 1);
  const rules = Array.from({ length: testimonials.count }, (_, index) =>
    rule(firstRule + gap * index),
  );
  return drawnOnStage(size, {
    under: [paper],
    light: { lamp: [lampAt(number), -150], lands: [360, y], spread: 210 },
    over: [
      ...rules,
      line(`M${margin} ${sheet.top + 1}V${sheet.bottom - 1}`, "faint", 1.5),
      litLine(`M${sheet.left + 36} ${y}H${sheet.right - 36}`),
      words(String(number), {
        x: margin - 26,
        y: y - 20,
        size: 112,
        tone: "light",
        face: "heading",
        anchor: "end",
      }),
      caption(number),
    ],
  });
}

/** From picture to picture the lamp goes from the left to the right of the stage. */
function lampAt(number: number): number {
  return 90 + (540 * (number - 1)) / (testimonials.count - 1);
}

function rule(y: number): string {
  return line(`M${margin + 28} ${y}H${sheet.right - 36}`, "faint", 2);
}

function caption(number: number): string {
  const label = testimonials.alt.replace("{number}", String(number));
  const text = sampleWords.testimonial.replace("{label}", label);
  return words(text, { x: sheet.left, y: 836, size: 32 });
}
