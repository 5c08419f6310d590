/** Where a person signed up, as the operator reads it. */
export const surfaceNames = {
  popup: "popup",
  page: "formulário da página",
  operator: "pelo operador (add)",
  unknown: "desconhecido",
} as const;
