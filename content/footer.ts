import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const footer = filled<Words<"footer">>({
  name: "Black AHSD",
  description: "Aula ao vivo sobre altas habilidades e neurodivergência, em {date}, às {hour}.",
  contact: "Contato",
  companyNumber: "CNPJ",
  legalTitle: "Informações legais",
});
