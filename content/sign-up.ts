import { filled } from "./filled.ts";
import type { SignUp } from "./shape.ts";

export const signUp = filled({
  title: "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD",
  intro: "A aula é em {date}, às {hour}, online e ao vivo.",
  submit: "QUERO PARTICIPAR DA AULA BLACK AHSD",
} as const satisfies SignUp);
