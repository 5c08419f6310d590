import { filled } from "./filled.ts";
import type { Refusals, Retry } from "./shape.ts";

/** The messages that the server sends when it refuses a sign-up. The scripts of the page do not contain them. */
export const refusals = filled({
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
} as const satisfies Refusals);

/** The words of the retry page, which the server sends when a form that was sent without script has problems. */
export const retry = filled({
  title: "Confira seus dados",
  text: "A inscrição ainda não foi feita. Corrija os campos marcados e envie de novo.",
  failedTitle: "A inscrição ainda não foi feita",
} as const satisfies Retry);
