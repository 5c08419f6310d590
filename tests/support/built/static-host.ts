import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { contentType } from "#server/pages/files.ts";

export type StaticHost = { url: string; stop: () => Promise<void> };

const compressible = /\.(?:html|js|css|svg|json|txt|xml)$/;

/**
 * Serves a folder as static hosts do: the file at the requested path, the `index.html` of a folder, or else
 * `404.html`. The response is compressed if the browser accepts compression.
 */
export async function serveFolder(folder: string): Promise<StaticHost> {
  const files = new Map<string, Promise<File | undefined>>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "/").replace(/[?#].*$/, ""));
    const file = files.get(path) ?? find(folder, path);
    files.set(path, file);
    void file.then((found) => answer(request, response, found));
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://localhost:${port}`, stop };
}

type File = { status: number; type: string; body: Buffer; brotli: Buffer | undefined };

async function find(folder: string, path: string): Promise<File | undefined> {
  const wanted = [path, join(path, "index.html")].filter((name) => /\.\w+$/.test(name));
  for (const name of [...wanted, "404.html"]) {
    const inside = resolve(folder, join(".", name));
    const body = inside.startsWith(resolve(folder)) && (await read(inside));
    if (!body) continue;
    const brotli = compressible.test(name) ? await promisify(brotliCompress)(body) : undefined;
    return { status: wanted.includes(name) ? 200 : 404, type: contentType(name), body, brotli };
  }
  return undefined;
}

function read(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}

function answer(request: IncomingMessage, response: ServerResponse, file: File | undefined): void {
  if (file === undefined || !["GET", "HEAD"].includes(request.method ?? "")) {
    response.writeHead(file ? 405 : 404).end();
    return;
  }
  const canRead = /\bbr\b/.test(String(request.headers["accept-encoding"]));
  const brotli = canRead ? file.brotli : undefined;
  response.writeHead(file.status, {
    "content-type": file.type,
    ...(brotli && { "content-encoding": "br" }),
  });
  response.end(request.method === "HEAD" ? undefined : (brotli ?? file.body));
}
