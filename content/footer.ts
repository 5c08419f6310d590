import { filled } from "./filled.ts";
import type { Footer } from "./shape.ts";

export const footer = filled({
  name: "Black AHSD",
  description: "Aula ao vivo sobre altas habilidades e neurodivergência, em {date}, às {hour}.",
  contact: "Contato",
  companyNumber: "CNPJ",
  legalTitle: "Informações legais",
} as const satisfies Footer);
