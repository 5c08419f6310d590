import { createServer } from "node:http";
import { close, listen } from "./listen.ts";

/** Somebody who followed a redirect, and what they gave away. */
export type Follower = { method: string; path: string; token: string | undefined };

/** Another host, where nobody should ever arrive. */
export async function startElsewhere() {
  const followers: Follower[] = [];
  const server = createServer(({ method = "GET", url: path = "/", headers }, response) => {
    const token = headers["api-token"];
    followers.push({ method, path, token: typeof token === "string" ? token : undefined });
    response.end("{}");
  });
  const url = await listen(server, 0);
  return { url, followers, stop: () => close(server) };
}
