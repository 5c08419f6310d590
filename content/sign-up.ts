import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const signUp = filled<Words<"signUp">>({
  title: "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD",
  intro: "A aula é em {date}, às {hour}, online e ao vivo.",
  submit: "QUERO PARTICIPAR DA AULA BLACK AHSD",
});
