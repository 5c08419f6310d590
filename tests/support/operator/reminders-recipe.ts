import { readFile } from "node:fs/promises";

/** What a reader does who follows docs/operacao/lembretes.md word by word. */
export type Recipe = {
  text: string;
  /** The lines for `.env`. */
  settings: Record<string, string>;
  /** The tags that the reader enters at ActiveCampaign: in the trigger of the automation, and in the segment. */
  tags: { trigger: string; segment: string; next: string };
  messages: Message[];
  /** The rows of the timetable: the hour as it is written, and the title of the message. */
  timetable: { when: string; title: string }[];
};

type Message = { title: string; subject: string; body: string };

export async function readRecipe(): Promise<Recipe> {
  const text = await readFile("docs/operacao/lembretes.md", "utf8");
  const settings = [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)];
  return {
    text,
    settings: Object.fromEntries(settings.map(([, name = "", value = ""]) => [name, value])),
    tags: {
      trigger: found(text, /Gatilho: [^`]*`([^`]+)`/),
      segment: found(text, /uma condição só: [^`]*`([^`]+)`/),
      next: found(text, /`([^`]+)` é a tag de quem se inscreve depois da aula/),
    },
    messages: readMessages(text),
    timetable: [...text.matchAll(/^\| ([^|]+) \| \[([^\]]+)\]/gm)].map(
      ([, when = "", title = ""]) => ({ when, title }),
    ),
  };
}

/** Each message has a heading with a number, and two blocks to copy: the subject and the text. */
function readMessages(text: string): Message[] {
  return text
    .split(/^##+ (?=\d)/m)
    .slice(1)
    .map((section) => {
      const [title = ""] = section.split("\n");
      const blocks = [...section.matchAll(/^```text\n(.*?)\n```$/gms)].map(([, block]) => block);
      const [subject = "", body = ""] = blocks;
      return { title, subject, body };
    });
}

function found(text: string, pattern: RegExp): string {
  const [, value] = pattern.exec(text) ?? [];
  if (value === undefined) throw new Error(`The recipe does not say ${pattern}.`);
  return value;
}
