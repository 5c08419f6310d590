import { filled } from "./filled.ts";
import type { Footer } from "./shapes/words.ts";

export const footer = filled<Footer>({
  name: "Black AHSD",
  description: "Aula ao vivo sobre altas habilidades e neurodivergência, em {date}, às {hour}.",
  contact: "Contato",
  companyNumber: "CNPJ",
  legalTitle: "Informações legais",
});
