import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type RunningSite, startSite } from "./running-site.ts";
import { type StaticHost, serveFolder } from "./static-host.ts";
import { buildProduct, copyProduct } from "./variant-site.ts";

export type PagesElsewhere = {
  /** The static host with the pages from which the lead function accepts sign-ups. */
  pages: StaticHost;
  /** A second static host with the same pages, from which the lead function accepts no sign-ups. */
  stranger: StaticHost;
  lead: RunningSite;
  stop: () => Promise<void>;
};

/** Starts the built pages on a static host, and the lead function on another port. */
export async function startPagesElsewhere(): Promise<PagesElsewhere> {
  const folder = await copyProduct();
  const pages = await serveFolder(join(folder, "dist"));
  const stranger = await serveFolder(join(folder, "dist"));
  const lead = await startSite({ ALLOWED_ORIGINS: pages.url });
  await buildProduct(folder, { FUNCTION_URL: lead.url, SITE_URL: pages.url });
  const stop = async () => {
    await Promise.all([pages.stop(), stranger.stop(), lead.stop()]);
    await rm(folder, { recursive: true });
  };
  return { pages, stranger, lead, stop };
}
