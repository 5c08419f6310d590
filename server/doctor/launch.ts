import { dayMs } from "#event/time-zone.ts";
import { formatTime } from "#server/command-line/text.ts";
import { newestOf } from "#server/store/action-log.ts";
import type { Database } from "#server/store/row-types.ts";
import { type Check, type Finding, fail, ok, type TitledFinding } from "./site-checks.ts";

/** What must be true by the evening, each with the titles of its checks. */
const points: ReadonlyArray<{ name: string; titles: readonly string[] }> = [
  {
    name: "Oferta, links e página",
    titles: ["página", "erros", "exemplos", "imagens", "formulário da página", "oferta"],
  },
  { name: "Data e momento da aula", titles: ["evento", "ano", "momento", "data mudada"] },
  { name: "Sala da aula, e uma de reserva", titles: ["sala", "salas"] },
  { name: "Grupos com lugar", titles: ["grupos"] },
  { name: "ActiveCampaign", titles: ["ActiveCampaign"] },
  {
    name: "Servidor e fila",
    titles: ["servidor", "entregas", "fila", "recusados", "retidas", "alarmes"],
  },
  {
    name: "Banco de dados e disco",
    titles: [
      ...["banco de dados", "gravação", "queda de energia", "perda do disco"],
      ...["disco", "bancos deixados"],
    ],
  },
  { name: "Cópias provadas", titles: ["cópia de segurança"] },
  { name: "Mensagens testadas", titles: ["mensagens", "teste das mensagens"] },
  { name: "Configurações", titles: ["configurações", "SITE_URL", "proxies", "DATABASE_URL"] },
  { name: "Relógio", titles: ["relógio"] },
];

/** Of these a warning tells of a choice that is the owner's: the point is true with it. */
const choices = ["oferta", "imagens", "formulário da página"];

export type LaunchPoint = { name: string; isTrue: boolean; open: TitledFinding[] };

/** The points with what is left to do. A point whose checks did not run is not true. */
export function pointsOf(found: readonly TitledFinding[]): LaunchPoint[] {
  const known = points.flatMap(({ titles }) => titles);
  const others = found.map(({ title }) => title).filter((title) => !known.includes(title));
  const all = others.length > 0 ? [...points, { name: "Outros", titles: others }] : points;
  return all.map(({ name, titles }) => {
    const own = found.filter(({ title }) => titles.includes(title));
    const open = own.filter(({ level }) => level !== "ok");
    const isChoice = ({ level, title }: TitledFinding) =>
      level === "warn" && choices.includes(title);
    return { name, open, isTrue: own.length > 0 && open.every(isChoice) };
  });
}

type Needs = { database: Database; clock: () => number };

/** What only the evening needs, beside the checks of every day. */
export const launchChecks: readonly Check<Needs>[] = [
  { title: "teste das mensagens", run: checkTestMessage },
];

const recentMs = 7 * dayMs;

async function checkTestMessage({ database, clock }: Needs): Promise<Finding> {
  const newest = await newestOf(database, "alert test");
  return newest !== undefined && newest.at > clock() - recentMs
    ? ok(`A mensagem de teste saiu em ${formatTime(newest.at)}.`)
    : fail(
        "Nos últimos sete dias nenhuma mensagem de teste saiu daqui.",
        "npm run leads -- alert --test, e veja se ela chegou ao celular.",
      );
}
