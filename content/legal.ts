import { filled } from "./filled.ts";
import type { Legal } from "./shapes/words.ts";

/** As palavras em volta dos textos de `privacy.ts` e `terms.ts`. */
export const legal = filled<Legal>({
  updated: "Última atualização: {today}",
  today: "hoje",
  back: "Voltar para a página inicial",
});
