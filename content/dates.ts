import type { Dates } from "./shape.ts";

/** How the day of the event is written; which day it is stands in `launch.ts`. */
export const dates = {
  dayAndMonth: "{day} de {month}",
  months: [
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
  ],
} as const satisfies Dates;
