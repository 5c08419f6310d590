import type { Words } from "./shapes/words.ts";

/** Como as datas são escritas. A data do evento fica em `launch.ts`. */
export const dates: Words<"dates"> = {
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
  /** A partir do domingo, e com maiúscula, porque o dia da semana começa a frase. */
  weekdays: [
    "Domingo",
    "Segunda-feira",
    "Terça-feira",
    "Quarta-feira",
    "Quinta-feira",
    "Sexta-feira",
    "Sábado",
  ],
};
