import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

/** As palavras em volta dos textos de `privacy.ts` e `terms.ts`. */
export const legal = filled<Words<"legal">>({
  updated: "Última atualização: {today}",
  today: "hoje",
  back: "Voltar para a página inicial",
});
