import { expect, onTestFinished, test } from "vitest";
import { startSite } from "#tests/support/built/running-site.ts";
import { ana, bia } from "#tests/support/people.ts";
import { nginxIsHere, startNginx } from "#tests/support/proxies/nginx.ts";
import { ask } from "#tests/support/proxies/proxy.ts";
import { signUp } from "#tests/support/proxies/visits.ts";

test.skipIf(!(await nginxIsHere()))(
  "behind nginx sign-ups reach the second server when the first one is away, and the metrics are hidden",
  async () => {
    const first = await startSite({ TRUSTED_PROXIES: "1" });
    onTestFinished(first.stop);
    const second = await startSite({ TRUSTED_PROXIES: "1" });
    onTestFinished(second.stop);
    const proxy = await startNginx([first, second]);
    expect((await ask(proxy, "/metrics")).status).toBe(404);
    expect((await signUp(proxy, ana.email)).status).toBe(200);
    expect(first.submissions()).toHaveLength(1);
    await first.stop();
    expect((await signUp(proxy, bia.email)).status).toBe(200);
    expect(second.submissions()).toHaveLength(1);
  },
);
