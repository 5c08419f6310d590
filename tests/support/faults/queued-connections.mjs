// @ts-check
import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/** @type {{ port: number, connections: number, wake: Int32Array }} */
const { port, connections, wake } = workerData;
const request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

const sockets = Array.from({ length: connections }, () => connect({ host: "127.0.0.1", port }));
const statuses = sockets.map(firstLine);
await Promise.all(sockets.map(send));
Atomics.store(wake, 0, 1);
Atomics.notify(wake, 0);
parentPort?.postMessage(await Promise.all(statuses));

/** @param {import("node:net").Socket} socket */
function send(socket) {
  return new Promise((resolve) => socket.write(request, resolve));
}

/**
 * @param {import("node:net").Socket} socket
 * @returns {Promise<string>} empty without an answer
 */
function firstLine(socket) {
  let text = "";
  socket.setEncoding("latin1").on("data", (/** @type {string} */ part) => {
    text += part;
  });
  socket.on("error", () => undefined);
  return new Promise((resolve) => {
    socket.once("close", () => resolve(text.split("\r\n", 1)[0] ?? ""));
  });
}
