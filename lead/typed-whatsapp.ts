/** The digits of a mobile number of today or of a landline, with its area code. A mobile number begins with 9. */
const brazilian = /^([1-9]\d)(9\d{4}|[2-8]\d{3})(\d{4})$/;

/**
 * Spaces a Brazilian number like the placeholder of its field: `(11) 98765-4321`. Any other text stays as it was typed.
 * `9876-5432` is never made of digits: `whatsapp.ts` takes this spacing for a number of before 2016.
 */
export function spaceWhatsapp(typed: string): string {
  const digits = typed.replace(/[\s().-]/g, "");
  return brazilian.test(digits) ? digits.replace(brazilian, "($1) $2-$3") : typed;
}

/** What a number seems to lack, so that it cannot be one; undefined for a number that may be right, also from abroad. */
export function missingInWhatsapp(typed: string): "digits" | "area" | undefined {
  const digits = typed.replace(/[^\d+]/g, "");
  if (/^9\d{8}$/.test(digits)) return "area";
  return typed && /^(\d{0,9}|\d\d9\d{7})$/.test(digits) ? "digits" : undefined;
}
