import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { launch } from "#content/launch.ts";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import { startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import {
  type Command,
  type CommandLineIo,
  type CommandOutcome,
  failed,
  misused,
} from "#server/command-line/command.ts";
import { escapeForTerminal, shellWord } from "#server/command-line/escape.ts";
import type { Config } from "#server/config.ts";
import { newestSubmission } from "#server/store/deliveries/progress.ts";
import { type Copy, openCopy } from "./copy.ts";
import { type Play, planPlay, sendSignUps } from "./play.ts";
import { concludePlay, hourOf, type Watched, watchPlay } from "./watch.ts";

const usualMinutes = "5";
/** The shortest rehearsal has 12 s: time for its few deliveries. */
const minutesLimits = { min: 0.2, max: 60 };
const maxPort = 65_535;
const loopback = "127.0.0.1";
/** How long an import takes in the fake ActiveCampaign: about as long as a small one in the real one. */
const importTakesMs = 2_000;
const usualList = "1";
const usualTag = "black-ahsd";

/** Plays the night on a copy of the store, with the real server and a fake ActiveCampaign, and removes the copy. */
export const rehearse: Command = {
  usage: "[--minutes <n>] [--port <n>]",
  summary: "ensaia a noite em cinco minutos, numa cópia, com um ActiveCampaign de teste",
  details: [
    "O servidor de verdade roda numa cópia do banco, como se a aula começasse daqui a dois minutos. Abra o endereço que aparece",
    "e deixe a página aberta. Pessoas inventadas se inscrevem, e um ActiveCampaign de teste, nesta máquina, recebe os leads.",
    "Com os leads no Postgres, o banco do ensaio é vazio. O banco e o ActiveCampaign verdadeiros não mudam. Para parar: Ctrl-C.",
  ],
  operands: { min: 0, max: 0 },
  options: {
    minutes: { type: "string", about: "quantos minutos o ensaio dura; sem esta opção, 5" },
    port: { type: "string", about: "a porta da página; sem esta opção, uma porta livre" },
  },
  async run(io, { values }) {
    const minutesText = values.get("minutes") ?? usualMinutes;
    const minutes = readMinutes(minutesText);
    if (minutes === undefined) {
      const { min, max } = minutesLimits;
      return misused(
        `--minutes não aceita "${escapeForTerminal(minutesText)}". Escreva um número de ${min.toLocaleString("pt-BR")} a ${max}.`,
      );
    }
    const portText = values.get("port");
    const wanted = portText === undefined ? 0 : readPort(portText);
    if (wanted === undefined)
      return misused(
        `--port não aceita "${escapeForTerminal(portText ?? "")}". Escreva um número de 1 a ${maxPort}.`,
      );
    const read = io.readConfig();
    if (read.kind === "mistakes") return failed(...read.mistakes);
    const origin = await formOriginIn(io.folders.site);
    if (origin !== undefined)
      return failed(
        `A página publicada manda as inscrições a ${origin} (FUNCTION_URL), e não ao ensaio. Publique uma versão sem FUNCTION_URL, por exemplo em outra pasta, e ensaie lá.`,
      );
    const port = await findFreePort(wanted);
    if (port === undefined)
      return failed(
        `A porta ${wanted} já está em uso. Escolha outra em --port, ou rode sem --port.`,
      );
    const play = planPlay(launch.event, io.clock(), minutes);
    const copy = await openCopy(io, read.config.store, play);
    if (copy.kind === "refused") return failed(copy.line);
    try {
      return await playOn(io, { config: read.config, port, copy, play });
    } finally {
      await copy.close();
      io.note("A cópia foi apagada.");
    }
  },
};

/** Reads a number with a comma, as Brazilians write it, or with a point. */
function readMinutes(text: string): number | undefined {
  if (!/^\d{1,2}([.,]\d{1,2})?$/.test(text)) return undefined;
  const minutes = Number(text.replace(",", "."));
  return minutes >= minutesLimits.min && minutes <= minutesLimits.max ? minutes : undefined;
}

function readPort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= maxPort ? port : undefined;
}

/**
 * The other origin to which the forms of the built page send sign-ups. A page that was built for a static host would
 * send what is typed in a rehearsal to the real lead function. Undefined if there is no such origin, or no page.
 */
async function formOriginIn(site: string): Promise<string | undefined> {
  const page = await readFile(join(site, "index.html"), "utf8").catch(() => "");
  const [, address] = /<form[^>]*\saction="(https?:\/\/[^"]+)"/.exec(page) ?? [];
  return address === undefined ? undefined : new URL(address).origin;
}

/** Returns this port if it is free, and any free port for 0; undefined if another program has it. */
function findFreePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen({ host: loopback, port: wanted }, () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : wanted;
      server.close(() => resolve(port));
    });
  });
}

type Rehearsal = { config: Config; port: number; copy: Copy; play: Play };

async function playOn(
  io: CommandLineIo,
  { config, port, copy, play }: Rehearsal,
): Promise<CommandOutcome> {
  const token = randomUUID();
  const list = config.activeCampaign?.list ?? usualList;
  const lists = [{ id: list, name: list }];
  const fake = await startFakeActiveCampaign({ token, lists, importTakesMs, ...accountLimits });
  try {
    const server = await io.startServer({
      // Every setting that matters is given here: nothing of the real server's settings may lead out of the rehearsal.
      settings: {
        HOST: "localhost",
        PORT: String(port),
        DATA_DIR: copy.folder,
        ACTIVECAMPAIGN_URL: fake.url,
        ACTIVECAMPAIGN_TOKEN: token,
        ACTIVECAMPAIGN_LIST: list,
        ACTIVECAMPAIGN_TAGS: config.activeCampaign?.tags.join(",") || usualTag,
      },
      event: play.event,
      warn: (message) => io.note(`O servidor avisa: ${message}`),
    });
    if (server.kind === "refused") return failed(...server.lines);
    const { database, folder } = copy;
    const watched: Watched = {
      url: `http://localhost:${port}`,
      database,
      fake,
      play,
      sent: { sent: 0, accepted: 0, led: new Map() },
      newestBefore: await newestSubmission(database),
      seen: [],
    };
    return await watchFrom(io, watched, folder).finally(server.stop);
  } finally {
    await fake.stop();
  }
}

async function watchFrom(
  io: CommandLineIo,
  watched: Watched,
  folder: string,
): Promise<CommandOutcome> {
  const { url, fake, play, sent, seen } = watched;
  const [doors, start, end, over] = [play.doorsAt, play.start, play.end, play.over].map(hourOf);
  for (const line of [
    `A página do ensaio:        ${url}`,
    `O ActiveCampaign de teste: ${fake.url}`,
    "Abra a página agora, de preferência em duas janelas, uma estreita como um celular, e não recarregue nenhuma delas.",
    `Portas: ${doors}. Aula: ${start}. Fim da aula: ${end}. Fim do ensaio: ${over}. Para parar antes: Ctrl-C.`,
    // DATABASE_URL stays empty here: with the one in .env the command would change the real event.
    `Para ensaiar um atraso, em outro terminal: DATABASE_URL= DATA_DIR=${shellWord(folder)} npm run leads -- phase waiting   (de volta: phase auto). Uma página aberta segue em até 75 segundos durante a aula e na hora depois dela; antes, quando você volta a essa janela.`,
  ])
    await io.write(`${line}\n`);
  const sending = sendSignUps(io, { url, play, phase: () => seen.at(-1), sent });
  const [tally] = await Promise.all([watchPlay(io, watched), sending]);
  return concludePlay(io, watched, tally);
}
