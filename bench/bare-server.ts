import { createServer } from "node:http";

// The lead function is measured beside this server, which parses the same JSON, answers 200, and stores nothing.
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const lead = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ ok: Boolean(lead.email) }));
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`bare at http://127.0.0.1:${address?.port}`);
});
