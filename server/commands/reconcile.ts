import { deliveryStates, otherPlaces } from "#phrases/delivery-states.ts";
import {
  type Command,
  done,
  failed,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { shellWord } from "#server/command-line/escape.ts";
import { formatCount } from "#server/command-line/text.ts";
import {
  countPeople,
  findLost,
  type PersonState,
} from "#server/store/deliveries/retry-deliveries.ts";
import { checkDelivered } from "./check-delivered.ts";

const maxListed = 1_000;
const labelWidth = 32;

const placeNames: Readonly<Record<PersonState, string>> = { ...deliveryStates, ...otherPlaces };

/** The rows of the printed table, each with the places whose people it counts. */
const rowsOfPlaces: ReadonlyArray<[label: string, places: readonly PersonState[]]> = [
  ["entregues", ["delivered"]],
  ["a caminho", ["underived", "due", "sending", "importing"]],
  ["recusadas", ["parked"]],
  ["retidas", ["held"]],
];

/** `reconcile` derives no leads, because the server derives them: a sign-up that has no lead yet counts as waiting. */
export const reconcile: Command = {
  usage: "[--remote [--all]]",
  summary: "confere se cada pessoa guardada está entregue, a caminho, recusada ou retida",
  details: [
    "Quem não está em nenhum desses lugares está perdido: a lista mostra essas pessoas, e o código de saída é 1. Cada",
    "e-mail conta como uma pessoa.",
    "",
    "--remote confere no ActiveCampaign 50 pessoas entregues, sorteadas; --all confere todas: contato, lista e tags, como",
    "estão no .env agora. Com --all, cem contatos vêm em cada pedido: 30.000 pessoas são 300 pedidos, em menos de 10",
    "minutos. Conferir não muda nada. Para enviar de novo quem está sem contato, lista ou tag: retry --incomplete",
  ],
  operands: { min: 0, max: 0 },
  options: {
    remote: { type: "boolean", about: "também confere 50 pessoas no ActiveCampaign" },
    all: { type: "boolean", about: "com --remote: confere todas as pessoas entregues" },
  },
  async run(context, { switches }) {
    const [remote, all] = [switches.has("remote"), switches.has("all")];
    if (all && !remote) return misused("--all só funciona junto com --remote.");
    const io = await context.open();
    const { activeCampaign } = io.config;
    if (remote && activeCampaign === undefined)
      return failed(
        "O ActiveCampaign não está configurado: --remote não tem o que conferir. Escreva ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env.",
      );
    const problems = await countHere(io);
    if (remote && activeCampaign !== undefined) {
      const found = await checkDelivered(io, activeCampaign, { all });
      problems.push(...found.problems);
      if (found.lacking.length > 0)
        problems.push(
          "Para enviar de novo quem está incompleto: npm run leads -- retry --incomplete",
        );
    }
    return problems.length === 0 ? done : failed(...problems);
  },
};

/** Prints where the stored people are, and who is lost. Returns what to do about the lost. */
async function countHere({ database, write }: WithDatabase): Promise<string[]> {
  const counts = await countPeople(database);
  const sum = (places: Iterable<PersonState>) =>
    [...places].reduce((total, place) => total + (counts.get(place) ?? 0), 0);
  const row = async (label: string, count: number) =>
    write(`${label.padEnd(labelWidth)}${formatCount(count).padStart(9)}\n`);
  const lost = sum(["lost"]);
  await row("pessoas guardadas", sum(counts.keys()));
  for (const [label, places] of rowsOfPlaces) {
    await row(label, sum(places));
    if (places.length > 1)
      for (const place of places) await row(`  ${placeNames[place]}`, sum([place]));
  }
  await row("soma", sum(counts.keys()) - lost);
  if (lost === 0) {
    await write("Nenhuma pessoa está perdida.\n");
    return [];
  }
  await write(`Pessoas perdidas: ${formatCount(lost)}\n`);
  for (const email of await findLost(database, maxListed)) await write(`${shellWord(email)}\n`);
  return [
    "Estas pessoas estão guardadas, mas nem entregues nem a caminho. Para enviar uma delas: npm run leads -- retry -",
  ];
}
