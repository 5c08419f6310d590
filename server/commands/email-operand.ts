import type { Request } from "./command.ts";

/** The e-mail after the command's name, mended as that of a sign-up is. */
export function emailOf({ operands }: Request): string {
  return (operands[0] ?? "").trim().normalize("NFC");
}
