/** Where a person signed up, as the operator reads it. */
export const surfaceNames = {
  popup: "popup",
  page: "formulário da página",
  operator: "pelo operador (add)",
  unknown: "desconhecido",
} as const;

/** The marks on sign-ups. `honeypot` and `flood` hold a sign-up back until the operator releases it. */
export const flagNames = {
  honeypot: "preencheu o campo invisível (honeypot)",
  flood: "inscrições demais com o mesmo e-mail (flood)",
  "too-fast": "enviada rápido demais (too-fast)",
} as const;
