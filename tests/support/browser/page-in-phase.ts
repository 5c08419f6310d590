import type { Page } from "@playwright/test";
import type { Phase } from "#event/phase.ts";

/**
 * Makes the browser receive the landing page as it is in this phase, whatever the clock says. The page stays in the
 * phase, like a preview.
 */
export async function serveInPhase(page: Page, phase: Phase): Promise<void> {
  const isLanding = (url: URL) => url.pathname === "/";
  await page.route(isLanding, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html
      .replace(/data-phase="\w+"/, `data-phase="${phase}"`)
      .replace(/(?<=id="schedule">).*?(?=<\/script>)/, (text) => inPhase(text, phase));
    await route.fulfill({ response, body });
  });
}

function inPhase(text: string, phase: Phase): string {
  return JSON.stringify({
    ...JSON.parse(text),
    phase,
    changes: [],
    fromServer: true,
    preview: true,
  });
}
