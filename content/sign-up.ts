import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const signUp = filled<Words<"signUp">>({
  title: "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD",
  submit: "QUERO PARTICIPAR DA AULA BLACK AHSD",
});
