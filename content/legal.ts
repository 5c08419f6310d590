import { filled } from "./filled.ts";
import type { Legal } from "./shape.ts";

/** The words around the texts of `privacy.ts` and `terms.ts`. */
export const legal = filled({
  updated: "Última atualização: {today}",
  today: "hoje",
  back: "Voltar para a página inicial",
} as const satisfies Legal);
