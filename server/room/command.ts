import { links } from "#content/links.ts";
import { commandLine } from "#phrases/command-line.ts";
import { confirm, yesOption } from "#server/command-line/asking.ts";
import { type Command, done, failed, type WithDatabase } from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { readEvent } from "#server/event/choices.ts";
import { recordAction } from "#server/store/action-log.ts";
import { askRoom, chooseRoom, noRoomLink, readRoomLink } from "./room.ts";

export const room: Command = {
  usage: "[<link>] [--yes]",
  summary: "mostra a que sala da aula /aovivo leva as pessoas, ou leva a outra",
  details: [
    "O comando abre um link novo uma vez, para ver se responde. Veja docs/operacao/sala.md.",
  ],
  operands: { min: 0, max: 1 },
  options: yesOption,
  async run(context, input) {
    const [typed] = input.operands;
    const io = await context.open();
    if (typed === undefined) return printRoom(io);
    const { database, fetch, config, databaseClock, write } = io;
    const link = readRoomLink(typed, config.siteUrl);
    if (link === undefined) return failed(noRoomLink);
    const reason = await askRoom(link, fetch);
    const question = `O link da sala ${reason}. Usar mesmo assim?`;
    const agreed = reason === undefined ? "agreed" : await confirm(io, input, question);
    if (agreed !== "agreed") return agreed;
    const at = await databaseClock(database);
    await database.transaction().execute(async (writing) => {
      await chooseRoom(writing, link);
      await recordAction(writing, { at, action: "room" });
    });
    await write("Feito. Vale em todos os servidores em até 2 segundos.\n");
    return printRoom(io);
  },
};

async function printRoom({ database, write }: WithDatabase) {
  const { roomLink } = await readEvent(database);
  const own = `o link de content/links.ts: ${links.live}`;
  await write(
    `As pessoas vão para ${roomLink === undefined ? own : escapeForTerminal(roomLink)}\nPara levar a outra sala: ${commandLine.call} room '<link>'\n`,
  );
  return done;
}
