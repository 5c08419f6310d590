import type { Dates } from "./shape.ts";

/** How dates are written. The date of the event is in `launch.ts`. */
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
