import * as v from "valibot";
import {
  address,
  addressWith,
  email,
  groupAddress,
  liveAddress,
  phoneDigits,
  videoId,
} from "./addresses.ts";
import { companyNumber } from "./company-number.ts";
import { plainText } from "./texts.ts";

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
