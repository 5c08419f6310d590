import type { Action, Answer } from "#server/actions/action.ts";
import { actions } from "#server/operator/actions.ts";

/** The addresses of the panel, for its links and for the server that answers them. */
export const panelPaths = {
  panel: "/painel",
  /** The panel that does not renew itself. */
  still: "/painel?parado=1",
  entry: "/painel/entrar",
  leave: "/painel/sair",
  link: "/painel/link",
  preview: "/painel/previa",
  actions: "/painel/acao",
};

/** The address of the page that asks before an action. The values that are known are in the query of the address. */
export function addressOf({ action, values }: Answer): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) query.set(name, value);
  return query.size === 0 ? pathOf(action) : `${pathOf(action)}?${query}`;
}

export function pathOf({ words }: Action): string {
  return `${panelPaths.actions}/${words.replaceAll(" ", "/")}`;
}

export function actionAt(path: string): Action | undefined {
  return actions.find((one) => pathOf(one) === path);
}
