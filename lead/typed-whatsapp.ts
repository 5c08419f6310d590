/** The digits of a Brazilian phone number with area code: a landline, or a mobile number, which now begins with 9. */
const brazilian = /^([1-9]\d)(9\d{4}|[2-8]\d{3})(\d{4})$/;

/**
 * Writes a Brazilian number like the placeholder of its field, `(11) 98765-4321`. Any other text stays as it was typed.
 * Digits never become `9876-5432`, because `whatsapp.ts` reads this spelling as a mobile number from before 2016.
 */
export function spaceWhatsapp(typed: string): string {
  const digits = typed.replace(/[\s().-]/g, "");
  return brazilian.test(digits) ? digits.replace(brazilian, "($1) $2-$3") : typed;
}

/** What a phone number seems to lack: some digits or the area code. Undefined if it may be right, also abroad. */
export function missingInWhatsapp(typed: string): "digits" | "area" | undefined {
  const digits = typed.replace(/[^\d+]/g, "");
  if (/^9\d{8}$/.test(digits)) return "area";
  return typed && /^(\d{0,9}|\d\d9\d{7})$/.test(digits) ? "digits" : undefined;
}
