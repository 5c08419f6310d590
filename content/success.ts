import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

/** A janela que confirma a inscrição. */
export const success = filled<Words<"success">>({
  title: "Inscrição recebida",
  calendar: "Pôr na agenda:",
  calendarFile: "celular",
  googleCalendar: "Google",
  voucherText:
    "Com o voucher, você paga {voucherPay} e resgata {voucherRedeem} de desconto em {date}.",
  voucher: "Quero o voucher",
  group: "Entrar no grupo",
  groupNote: "No grupo do WhatsApp, as outras pessoas podem ver seu número, seu nome e sua foto.",
  /** Depois que a pessoa apertou o botão do grupo. */
  otherGroup: "Grupo cheio? Peça outro",
  close: "Fechar",
});

/** Para quem volta à página depois da inscrição, no mesmo aparelho. */
export const signedUp = filled<Words<"signedUp">>({
  done: "Sua inscrição está feita.",
  /** Depois da aula. */
  doneNext: "Seu pedido está feito. Avisaremos você da próxima aula.",
  calendar: "Pôr na agenda",
  /** O botão que abre o formulário mais uma vez. */
  anotherCall: "Inscrever outra pessoa",
});
