/** The Portuguese names of the states of a delivery, for the operator. The store keeps the English names. */
export const deliveryStates = {
  due: "na fila",
  sending: "enviando",
  importing: "em importação",
  delivered: "entregue",
  parked: "recusado",
} as const;

/** The Portuguese names of the reasons for which a submission was flagged as suspicious. */
export const flagNames = {
  honeypot: "preencheu o campo invisível (honeypot)",
  flood: "inscrições demais com o mesmo e-mail ou da mesma rede (flood)",
  "too-fast": "enviada rápido demais (too-fast)",
} as const;

/** The Portuguese names of the forms and commands by which a person signed up. */
export const surfaceNames = {
  popup: "popup",
  page: "formulário da página",
  operator: "pelo operador (add)",
  "operator-next": "pelo operador (add), para a próxima aula",
  unknown: "desconhecido",
} as const;

const outcomes: ReadonlyMap<string, string> = new Map([
  ["delivered", "entregue"],
  ["refused", "recusado pelo ActiveCampaign"],
  ["unanswered", "falhou, haverá nova tentativa"],
  ["account", "o ActiveCampaign não aceitava nenhum lead"],
  ["import refused", "importação recusada"],
  ["import failed", "a importação falhou"],
]);

const details: ReadonlyMap<string, string> = new Map([
  ["imported", "pela importação"],
  ["import refused", "importação recusada"],
  ["had-unsubscribed", "já tinha se descadastrado"],
  ["stopped", "o servidor parou"],
  ["too-long", "resposta longa demais"],
  ["contact with another address", "contato com outro e-mail"],
  ["tag neither found nor created", "tag não encontrada nem criada"],
  ["TimeoutError", "não respondeu a tempo"],
  ["network", "a rede falhou"],
  ["leads refused", "recusou cinco leads seguidos"],
]);

/**
 * Translates the last outcome of a delivery, which the store keeps in English (`unanswered: status 500`), for the
 * operator. A part without a translation, such as an answer of ActiveCampaign, stays as it is.
 */
export function describeOutcome(stored: string): string {
  const [, kind = "", rest] = /^([^:]*)(?:: (.*))?$/s.exec(stored) ?? [];
  const outcome = outcomes.get(kind);
  if (outcome === undefined) return stored;
  return rest === undefined
    ? outcome
    : `${outcome} (${rest.split("; ").map(describeReason).join("; ")})`;
}

/** Translates the reason why ActiveCampaign failed, for the operator. A code, like `status 403`, stays as it is. */
export function describeReason(reason: string): string {
  if (/ without an? /.test(reason)) return "resposta incompleta";
  return (
    details.get(reason) ??
    reason.replace(/, not JSON$/, ", não é JSON").replace(/, the e-mail$/, ", e-mail não aceito")
  );
}
