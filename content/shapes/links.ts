import * as v from "valibot";
import { type FindProblem, rule } from "./rule.ts";
import { findBlankProblem, findInvisible, plainText } from "./texts.ts";

const findAddressProblem: FindProblem<string> = (value) => {
  const blank = findBlankProblem(value);
  if (blank) return blank;
  if (/\s/.test(value)) return `é "${value}". Um endereço não tem espaços: apague-os.`;
  if (/^http:/i.test(value))
    return `é "${value}". Escreva o endereço com https:// no começo, não http://.`;
  if (!value.startsWith("https://"))
    return `é "${value}". Escreva o endereço inteiro, com https:// no começo.`;
  return hasHost(value)
    ? undefined
    : `é "${value}". Escreva o endereço inteiro, como ele aparece no navegador.`;
};

/** The https address of another site. */
export const address = v.pipe(v.string(), rule(findAddressProblem));

/** A pattern for https addresses: one name in braces stands for what differs. */
function addressWith(name: string) {
  return v.pipe(
    v.string(),
    rule((value) =>
      value.includes(`{${name}}`)
        ? findAddressProblem(value.replaceAll(`{${name}}`, "x"))
        : `precisa ter {${name}} no endereço. Desfaça a alteração: este endereço não se muda.`,
    ),
  );
}

/** The way into the class, which every visitor must be able to open. */
export const liveAddress = v.pipe(
  address,
  rule((value) =>
    /^https:\/\/studio\.youtube\.com\b/i.test(value)
      ? `é "${value}", que só a sua conta abre. Escreva o endereço que o público usa, como https://www.youtube.com/live/….`
      : undefined,
  ),
);

/** The invitation to a group. Only `chat.whatsapp.com` leads to a group of WhatsApp. */
export const groupAddress = v.pipe(
  address,
  rule((value) =>
    /^https:\/\/(wa\.me|api\.whatsapp\.com|web\.whatsapp\.com)\b/i.test(value)
      ? `é "${value}", que abre a conversa com uma pessoa. Escreva o convite do grupo: https://chat.whatsapp.com/….`
      : undefined,
  ),
);

export const email = v.pipe(
  v.string(),
  rule(findInvisible, (value) =>
    /^[^\s@{}]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(value)
      ? undefined
      : `é "${value}". Escreva o e-mail assim: contato@empresa.com.br.`,
  ),
);

/** The digits of a Brazilian phone number with country code and area code. */
export const phoneDigits = v.pipe(
  v.string(),
  rule(findInvisible, (value) =>
    /^55\d{10,11}$/.test(value)
      ? undefined
      : `é "${value}". Escreva só os números, com 55 e o DDD: 5511987654321.`,
  ),
);

const findVideoProblem: FindProblem<string> = (value) => {
  if (/^[\w-]{11}$/.test(value)) return undefined;
  const [, id] = /(?:[?&]v=|youtu\.be\/|\/(?:embed|shorts|live)\/)([\w-]{11})/.exec(value) ?? [];
  return id
    ? `é o endereço inteiro do vídeo. Escreva só o código dele: "${id}".`
    : `é "${value}". Escreva o código do vídeo: os 11 sinais depois de watch?v= no endereço dele.`;
};

/** The eleven characters with which YouTube names a video. */
export const videoId = v.pipe(v.string(), rule(findInvisible, findVideoProblem));

function hasHost(address: string): boolean {
  const [, host = ""] = /^https:\/\/([^/?#:]+)/.exec(address) ?? [];
  return /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}$/u.test(host);
}

const sample = "00.000.000/0000-00";
const asWritten = /^[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}$/;

/** A CNPJ with right check digits. Since July 2026 it may have letters; the sample is made of zeros. */
export const companyNumber = v.pipe(
  v.string(),
  rule((value) => {
    if (!asWritten.test(value))
      return `é "${value}". Escreva o CNPJ com pontos, barra e traço, assim: ${sample}.`;
    return value === sample || hasRightDigits(value)
      ? undefined
      : `é "${value}", que não é um CNPJ válido. Confira os números: os dois últimos não combinam com os outros.`;
  }),
);

function hasRightDigits(written: string): boolean {
  const signs = [...written.replaceAll(/[./-]/g, "")];
  const first = checkDigit(signs.slice(0, 12));
  const second = checkDigit([...signs.slice(0, 12), first]);
  return signs.slice(12).join("") === first + second;
}

/** A letter counts as its character code less that of the zero, as Receita Federal says. */
function checkDigit(signs: string[]): string {
  const sum = signs.reverse().reduce((total, sign, index) => {
    return total + (sign.charCodeAt(0) - "0".charCodeAt(0)) * (2 + (index % 8));
  }, 0);
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

export const linksShape = v.strictObject({
  publicKey: plainText,
  checkout: address,
  live: liveAddress,
  group: groupAddress,
  supportPhone: phoneDigits,
  supportChat: addressWith("phone"),
  videoPage: addressWith("video"),
  videoPlayer: addressWith("video"),
  supportEmail: email,
  company: v.strictObject({ name: plainText, cnpj: companyNumber }),
  /** The YouTube id of each video, by the name that `lessons.ts` gives it. */
  videos: v.record(v.string(), videoId),
});

export type Links = v.InferOutput<typeof linksShape>;
