import { footer } from "#content/footer.ts";
import { hero } from "#content/hero.ts";
import { priceStaircase } from "#content/price-staircase.ts";
import { inWords } from "#event/event-words.ts";
import { infinity } from "./curves.ts";
import { drawnOnStage, line, litLine, words } from "./drawing.ts";
import { hiddenPrice } from "./hidden-price.ts";

const size = { width: 1200, height: 630 };
const left = 88;

/** What a shared link shows: the name, when, and the price that nobody sees yet. */
export function socialPicture(): Promise<Buffer> {
  const [, when = ""] = inWords(hero.eyebrow).split(" · ");
  const light = { lamp: [1120, -170], lands: [430, 510], spread: 300 } as const;
  const over = [
    litLine(infinity([left + 62, 112], 124), 3.5),
    words(footer.name, { x: left - 6, y: 300, size: 148, tone: "text", face: "heading" }),
    words(when, { x: left, y: 376, size: 48, tone: "light" }),
    line(`M${left} 432H${size.width}`, "faint", 2),
    ...hiddenPrice([left, 536], 72),
    words(inWords(priceStaircase.black.price), { x: left + 480, y: 534, size: 34 }),
  ];
  return drawnOnStage(size, { light, over });
}
