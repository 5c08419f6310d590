import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/**
 * The number in E.164 (`+5511987654321`), or nothing when it cannot be read: a lead is never refused for its phone.
 * The full metadata is wanted: the small one takes a Brazilian number without its area code for a valid one.
 */
export function readWhatsapp(typed: string): string | undefined {
  const phone = parsePhoneNumberFromString(mendPrefix(typed), "BR");
  return phone?.isValid() ? phone.number : undefined;
}

/** In Brazil `00` is followed by a carrier: `0055…`, which people do write, would be read as carrier 55. */
function mendPrefix(typed: string): string {
  return typed.replace(/^\D*0\D*0\D*5\D*5/, "+55");
}
