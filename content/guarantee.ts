import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const guarantee = filled<Words<"guarantee">>({
  title: "GARANTIA E TRANSPARÊNCIA",
  statement: "Teste tudo por {guaranteeDays} dias.",
  paragraphs: [
    "O prazo conta a partir da liberação do acesso. Se não for para você, 100% do dinheiro é devolvido.",
    "O acesso é 100% seguro e a oferta tem risco zero.",
  ],
});
