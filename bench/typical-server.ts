import { createServer } from "node:http";

/**
 * A server as other landing pages have it: it calls ActiveCampaign three times within each request, and loses the lead
 * if a call fails.
 */
export async function startTypicalServer(
  activeCampaign: string,
): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const lead = JSON.parse(Buffer.concat(chunks).toString());
    const isDelivered = await deliver(activeCampaign, lead).catch(() => false);
    response.writeHead(isDelivered ? 200 : 500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

type Lead = { name: string; email: string; whatsapp: string };

/** Delivers one lead with three calls to ActiveCampaign, and returns true if all three succeeded. */
async function deliver(url: string, { name, email, whatsapp }: Lead): Promise<boolean> {
  const contact = { email, firstName: name, phone: whatsapp };
  const synced = await post(url, "/contact/sync", { contact });
  const id = synced?.contact?.id;
  if (id === undefined) return false;
  const contactList = { list: 1, contact: id, status: 1 };
  const listed = await post(url, "/contactLists", { contactList });
  const tagged = await post(url, "/contactTags", { contactTag: { contact: id, tag: 1 } });
  return listed !== undefined && tagged !== undefined;
}

async function post(url: string, path: string, body: unknown) {
  const answer = await fetch(`${url}/api/3${path}`, {
    method: "POST",
    headers: { "Api-Token": "fake-token" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return answer.ok ? JSON.parse(text) : undefined;
}
