import * as v from "valibot";
import { plainText } from "./texts.ts";

/** A check that refuses a text that does not match `pattern`; the sentence `right` says what to write instead. */
function like(pattern: RegExp, right: string) {
  return v.regex<string, v.ErrorMessage<v.RegexIssue<string>>>(
    pattern,
    ({ input }) => `é "${input}". ${right}`,
  );
}

export function textLike(pattern: RegExp, right: string) {
  return v.pipe(v.string(), like(pattern, right));
}

/** The https address of another site, without spaces and invisible characters. */
export const address = textLike(
  /^https:\/\/[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}([/?#:][^\s\p{Cf}]*)?$/u,
  "Escreva o endereço inteiro, como no navegador, sem espaços e com https:// no começo.",
);

/** The address of the live class, for every visitor; an address of YouTube Studio opens only for its owner. */
export const liveAddress = v.pipe(
  address,
  like(
    /^(?!https:\/\/studio\.youtube\.com)/i,
    "Só a sua conta o abre. Escreva o endereço do público, como https://www.youtube.com/live/….",
  ),
);

/** The address of the invitation to a group. Of WhatsApp's addresses only `chat.whatsapp.com` leads to a group. */
export const groupAddress = v.pipe(
  address,
  like(
    /^(?!https:\/\/(wa\.me|(api|web)\.whatsapp\.com))/i,
    "Ele abre uma conversa. Escreva o convite do grupo, como https://chat.whatsapp.com/….",
  ),
);

export const email = textLike(
  /^[^\s@{}\p{Cf}]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/iu,
  'Escreva o e-mail assim: "contato@empresa.com.br".',
);

/** The digits of a Brazilian phone number with country code and area code. */
export const phoneDigits = textLike(
  /^55\d{10,11}$/,
  'Escreva só os números, com 55 e o DDD: "5511987654321".',
);

/** The id of a video on YouTube: eleven characters. */
export const videoId = textLike(
  /^[\w-]{11}$/,
  "Escreva só o código do vídeo: os 11 sinais depois de watch?v= no endereço dele.",
);

/** The tax number of a Brazilian company (CNPJ). Since July 2026 it may contain letters. */
export const companyNumber = textLike(
  /^[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}$/,
  'Escreva o CNPJ com pontos, barra e traço, assim: "00.000.000/0000-00".',
);

/** An address that contains a name in braces, which the page replaces by a phone number or by the id of a video. */
function addressWith(name: "{phone}" | "{video}") {
  const untouched = "não se muda. Desfaça a última alteração com Ctrl+Z.";
  return v.pipe(v.string(), v.startsWith("https://", untouched), v.includes(name, untouched));
}

export const linksShape = v.strictObject({
  publicKey: plainText,
  checkout: address,
  group: groupAddress,
  supportPhone: phoneDigits,
  supportChat: addressWith("{phone}"),
  videoPage: addressWith("{video}"),
  videoPlayer: addressWith("{video}"),
  supportEmail: email,
  company: v.strictObject({ name: plainText, cnpj: companyNumber }),
  /** The YouTube id of each video; its key is the name of the video in `lessons.ts`. */
  videos: v.record(v.string(), videoId),
});

export type Links = v.InferOutput<typeof linksShape>;
