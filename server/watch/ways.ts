import type { Ask } from "./ask.ts";
import { requestOf } from "./message.ts";
import type { Way } from "./teller.ts";

/** The way to an address. Its name is only the host, because the rest of the address is a secret. */
export function addressWay(address: string, ask: Ask): Way {
  return {
    name: new URL(address).hostname,
    send(message, stopped) {
      const { url, request } = requestOf(address, message);
      return ask(url, request, stopped);
    },
  };
}
