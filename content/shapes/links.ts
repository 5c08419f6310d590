import * as v from "valibot";
import { plainText } from "./texts.ts";

/** The sentence says what to write in place of a text that this pattern does not describe. */
function like(pattern: RegExp, right: string) {
  return v.regex<string, v.ErrorMessage<v.RegexIssue<string>>>(
    pattern,
    ({ input }) => `é "${input}". ${right}`,
  );
}

export function textLike(pattern: RegExp, right: string) {
  return v.pipe(v.string(), like(pattern, right));
}

/** The https address of another site, without blanks and signs that nobody sees. */
export const address = textLike(
  /^https:\/\/[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}([/?#:][^\s\p{Cf}]*)?$/u,
  "Escreva o endereço inteiro, como no navegador, sem espaços e com https:// no começo.",
);

/** The way into the class, which every visitor must be able to open. */
export const liveAddress = v.pipe(
  address,
  like(
    /^(?!https:\/\/studio\.youtube\.com)/i,
    "Só a sua conta o abre. Escreva o endereço do público, como https://www.youtube.com/live/….",
  ),
);

/** The invitation to a group. Only `chat.whatsapp.com` leads to a group of WhatsApp. */
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

/** The eleven characters with which YouTube names a video. */
export const videoId = textLike(
  /^[\w-]{11}$/,
  "Escreva só o código do vídeo: os 11 sinais depois de watch?v= no endereço dele.",
);

/** Since July 2026 a CNPJ may have letters. */
export const companyNumber = textLike(
  /^[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}$/,
  'Escreva o CNPJ com pontos, barra e traço, assim: "00.000.000/0000-00".',
);

/** An address that the page completes at the name in braces. */
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
  /** The YouTube id of each video, by the name that `lessons.ts` gives it. */
  videos: v.record(v.string(), videoId),
});

export type Links = v.InferOutput<typeof linksShape>;
