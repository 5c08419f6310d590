import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

/** O que o servidor responde quando não aceita uma inscrição. */
export const refusals = filled<Words<"refusals">>({
  malformed: "Não foi possível ler os dados enviados. Tente novamente.",
  unauthorized: "Esta página está desatualizada. Recarregue e tente novamente.",
  "method-not-allowed": "Este endereço só recebe inscrições pelo formulário.",
  "too-large": "Os dados enviados são grandes demais. Confira o que você escreveu.",
  "unsupported-type": "Não foi possível ler os dados enviados. Tente novamente.",
  "invalid-lead": "Confira os campos marcados.",
  "key-reused": "Estes dados mudaram desde o último envio. Recarregue a página e tente novamente.",
  "too-many": "Muitas inscrições em pouco tempo. Espere um minuto e tente novamente.",
  unavailable: "Não foi possível guardar sua inscrição agora. Espere um minuto e tente novamente.",
  unexpected: "Houve um erro no nosso sistema. Espere um minuto e tente novamente.",
});

/** A página que pede para corrigir os dados, quando o navegador não roda JavaScript. */
export const retry = filled<Words<"retry">>({
  title: "Confira seus dados",
  text: "A inscrição ainda não foi feita. Corrija os campos marcados e envie de novo.",
  failedTitle: "A inscrição ainda não foi feita",
});
