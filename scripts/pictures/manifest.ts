import { writeFile } from "node:fs/promises";
import { footer } from "#content/footer.ts";
import { landingPage } from "#content/pages.ts";
import { colour } from "./palette.ts";

/** Writes the file from which a phone takes the name and icon of the page on its home screen. */
export async function makeManifest(): Promise<void> {
  const manifest = {
    name: footer.name,
    short_name: footer.name,
    description: landingPage.description,
    lang: "pt-BR",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "browser",
    theme_color: colour("page"),
    background_color: colour("page"),
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  await writeFile("public/manifest.webmanifest", `${JSON.stringify(manifest, null, 2)}\n`);
}
