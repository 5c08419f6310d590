import { isIP } from "node:net";
import { connect } from "node:tls";

const maxAnswerMs = 10_000;
const defaultPort = 443;

/** When the certificate ends that a public address shows; undefined if it cannot be asked. */
export function readCertificateEnd(url: string, stopped: AbortSignal): Promise<number | undefined> {
  if (stopped.aborted) return Promise.resolve(undefined);
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port) || defaultPort,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // Only the end is read: a certificate that has ended must be read as well.
      rejectUnauthorized: false,
      timeout: maxAnswerMs,
    });
    const end = (at?: number) => {
      stopped.removeEventListener("abort", stop);
      socket.destroy();
      resolve(at);
    };
    const stop = () => end();
    stopped.addEventListener("abort", stop, { once: true });
    socket.once("secureConnect", () => {
      const at = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(at) ? undefined : at);
    });
    socket.once("timeout", stop).on("error", stop);
  });
}
