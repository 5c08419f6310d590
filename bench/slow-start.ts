import { once } from "node:events";
import { connect, createServer } from "node:net";

type Line = { roundTripMs: number; bitsPerSecond: number };

/** A new TCP connection may send ten segments before its first answer, and one more for each (RFC 6928 and 5681). */
const firstWindow = 10;
const segmentBytes = 1_460;

/**
 * Forwards a host's bytes like a mobile network. DevTools' throttling does not imitate TCP's slow start: there a first
 * screen of 30 segments arrives as soon as one of ten.
 */
export async function startSlowStart(port: number, { roundTripMs, bitsPerSecond }: Line) {
  /** The time at which the line has sent all bytes that it was given. */
  let freeAt = 0;
  const server = createServer({ noDelay: true }, (visitor) => {
    const host = connect({ port, host: "localhost", noDelay: true });
    const [arriving, waiting]: [Buffer[], Buffer[]] = [[], []];
    let [window, underWay] = [firstWindow, 0];
    // The first bytes also wait for the handshake of the connection.
    const openAt = performance.now() + roundTripMs;
    visitor.on("data", (bytes) => {
      setTimeout(
        () => host.write(bytes),
        Math.max(0, openAt - performance.now()) + roundTripMs / 2,
      );
    });
    host.on("data", (bytes) => {
      for (let at = 0; at < bytes.length; at += segmentBytes)
        waiting.push(bytes.subarray(at, at + segmentBytes));
      send();
    });
    for (const [one, other] of [
      [visitor, host],
      [host, visitor],
    ] as const)
      one.on("error", () => {}).on("close", () => setTimeout(() => other.destroy(), roundTripMs));

    function send(): void {
      for (; underWay < window; underWay += 1) {
        const segment = waiting.shift();
        if (!segment) return;
        const now = performance.now();
        freeAt = Math.max(now, freeAt) + (segment.length * 8_000) / bitsPerSecond;
        arriving.push(segment);
        setTimeout(arrive, freeAt - now + roundTripMs / 2);
      }
    }

    function arrive(): void {
      visitor.write(arriving.shift() ?? "");
      setTimeout(hear, roundTripMs / 2);
    }

    function hear(): void {
      underWay -= 1;
      window += 1;
      send();
    }
  });
  await once(server.listen(0, "localhost"), "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The proxy has no port.");
  return { url: `http://localhost:${address.port}`, stop: () => void server.close() };
}
