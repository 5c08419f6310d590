import type { Token } from "./tokenize.ts";
import type { Slip } from "./value.ts";

/** Goes through the tokens of a part of a file and collects the slips. */
export type Cursor = {
  peek(ahead?: number): Token | undefined;
  take(): Token | undefined;
  /** Takes the next token if it is this sign. */
  takeSign(sign: string): boolean;
  isSign(sign: string, ahead?: number): boolean;
  /** The last token that was taken. */
  last(): Token | undefined;
  /** Keeps the slip, unless its line already has one: one slip often makes others. */
  slip(slip: Slip): void;
};

export function cursorOver(tokens: readonly Token[], found: Slip[]): Cursor {
  let at = 0;
  const peek = (ahead = 0) => tokens[at + ahead];
  const isSign = (sign: string, ahead = 0) => {
    const token = peek(ahead);
    return token?.kind === "sign" && token.sign === sign;
  };
  return {
    peek,
    isSign,
    take: () => tokens[at++],
    takeSign(sign) {
      const is = isSign(sign);
      if (is) at++;
      return is;
    },
    last: () => tokens[at - 1],
    slip(slip) {
      if (!found.some(({ line }) => line === slip.line)) found.push(slip);
    },
  };
}
