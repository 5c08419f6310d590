import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "#scripts/check/chromium.mjs";
import { installPeer } from "./page/peer.ts";
import { runIn } from "./page/run-in.ts";
import { startProcess } from "./server-process.ts";
import { writeSection } from "./write-section.ts";

const rounds = 3;
const paths = ["/", "/politica-privacidade", "/termos-uso", "/inscricao-recebida", "/nao-existe"];
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const flags = "--headless=new --no-sandbox";

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null }>;
};

/**
 * Writes the points that Lighthouse gives each page on a phone to `docs/speed.md`, as the median of three rounds.
 * Prints the audits in which a page lost points.
 */
export async function benchLighthouse(): Promise<void> {
  const tool = await installPeer("lighthouse");
  const folder = await mkdtemp(join(tmpdir(), "bench-lighthouse-"));
  const server = await startProcess("build/server/main.js", { PORT: "0", DATA_DIR: folder });
  const rows: string[] = [];
  for (const path of paths) {
    const reports: Report[] = [];
    for (let round = 0; round < rounds; round += 1)
      reports.push(await audit(tool, `${server.url}${path}`, join(folder, "report.json")));
    rows.push(`| \`${path}\` | ${categories.map((name) => points(reports, name)).join(" | ")} |`);
    console.log(rows.at(-1), lostPoints(reports));
  }
  await server.stop();
  await rm(folder, { recursive: true });
  const head = [
    `| | ${categories.join(" | ")} |`,
    `|---|${categories.map(() => "---:|").join("")}`,
  ];
  await writeSection("docs/speed.md", "lighthouse", [...head, ...rows].join("\n"));
}

async function audit(tool: string, url: string, output: string): Promise<Report> {
  const chromium = await findChromium();
  const args = [url, "--quiet", "--output=json", `--output-path=${output}`, "--ignore-status-code"];
  await runIn(
    tool,
    process.execPath,
    ["node_modules/lighthouse/cli/index.js", ...args, `--chrome-flags=${flags}`],
    chromium ? { CHROME_PATH: chromium } : {},
  );
  return JSON.parse(await readFile(output, "utf8"));
}

function points(reports: Report[], category: string): number {
  const scores = reports.map((report) =>
    Math.round(100 * (report.categories[category]?.score ?? 0)),
  );
  return scores.toSorted((a, b) => a - b)[Math.floor(scores.length / 2)] ?? 0;
}

/** Lists, for each round, the audits that the page failed and that count for the points of Lighthouse. */
function lostPoints(reports: Report[]): string {
  return reports.map((report) => failedAudits(report).join(", ") || "no points lost").join("; ");
}

function failedAudits({ categories: found, audits }: Report): string[] {
  const refs = Object.values(found).flatMap(({ auditRefs }) => auditRefs);
  const counted = refs.filter(({ weight }) => weight > 0).map(({ id }) => id);
  const failed = counted.filter((id) => (audits[id]?.score ?? 1) < 1);
  return failed.map((id) => `${id} ${audits[id]?.score}`);
}
