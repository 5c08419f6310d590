import type { Dates } from "./shapes/dates.ts";

/** Como as datas são escritas. A data do evento fica em `launch.ts`. */
export const dates: Dates = {
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
};
