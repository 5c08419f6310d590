import { type Action, describeDone } from "#server/actions/action.ts";
import type { Subject } from "#server/facts/fact.ts";
import { subjects } from "./facts.ts";

/** Everything that the operator can change from the panel and from the shell, in the order of the subjects. */
export const actions: readonly Action[] = Object.values<Subject>(subjects).flatMap(
  ({ actions = [] }) => actions,
);

/** The texts of recorded actions that belong to no subject: only a command, or the panel itself, does them. */
const others: ReadonlyMap<string, string> = new Map([
  ["add", "Pessoa inscrita pelo operador"],
  ["erase", "Pessoa apagada"],
  ["erased again", "Pessoas apagadas de novo: {}"],
  ["retry", "Pessoa enviada de novo"],
  ["release", "Inscrições de uma pessoa liberadas: {}"],
  ["fields", "Campos criados no ActiveCampaign"],
  ["trial", "Conta do ActiveCampaign experimentada"],
  ["restore", "Cópia de segurança restaurada"],
  ["panel link", "Link do painel criado"],
  ["panel opened", "Link do painel usado"],
  ["panel closed", "Saída do painel"],
  ["panel revoked", "Acessos ao painel encerrados"],
]);

/**
 * Describes a recorded action in words. An action that only another version of this program knows is shown as recorded.
 */
export function describeRecorded(words: string, detail: string | null): string {
  const text = actions.find((action) => action.words === words)?.done ?? others.get(words);
  return text === undefined
    ? [words, detail ?? ""].join(" ").trim()
    : describeDone({ done: text }, detail);
}
