import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const words = "content/* content/shapes/*";
/** All that every part of the server may import. */
const facts = `${words} event/* lead/* phrases/** server/format.ts`;
const react = "react react-dom react-dom/*";
const node = "node:** !node:process";

/**
 * Each entry: the files and the reason of a wall; below, all that these files may import. If several entries name a
 * file, they apply from the first to the last: the last matching glob decides about an import, and `!` forbids the
 * import again.
 */
const walls = `
content/*: content holds words
  ${words}
content/shapes/*: a shape says how words must be, and knows none
  content/shapes/* valibot
phrases/**: phrases holds the sentences that several rooms say
  phrases/**
event/*: event is pure, and knows only the words of content
  event/* ${words}
lead/*: lead is pure, for browser and server
  lead/* valibot libphonenumber-js libphonenumber-js/*
site/*: the site knows nothing of the server
  site/** event/* lead/* ${words} ${react}
{site,event,lead}/**: nothing that a page imports knows the address of the class
  !content/room.ts
site/ui/**: site/ui knows nothing of this product
  site/ui/** ${react}
site/counting/*: site/counting knows no part of the page
  site/counting/* lead/*
site/event/*: site/event knows no form, section or page
  site/event/* site/ui/** event/* ${words} react
site/capture/**: site/capture knows no section or page
  site/{capture,ui}/** site/{event,counting}/* event/* lead/* ${words} ${react}
site/sections/*: a section knows no other section, and opens the popup only
  site/sections/*.css site/ui/** site/event/* site/capture/popup/call-to-action.tsx event/* ${words} ${react}
site/islands/*: an island is a part of capture, which React hydrates
  site/{islands,capture}/** site/ui/** site/counting/* ${react}
site/inline/*: an inline script is a part of a page
  site/{capture,ui}/** site/event/* event/*
site/pages/**: a page knows no entry
  site/islands/islands.tsx site/{pages,capture,ui}/** site/{sections,event,inline}/* event/* lead/* ${words} ${react}
server/*: the server knows nothing of the site
  server/** ${facts} node:** hono @hono/node-server kysely pino valibot
server/format.ts: a value is written without knowing whose it is
  !server/** !node:** !hono !@hono/node-server !kysely !pino !valibot
server/delivery/**.test.ts: only tests know the fake account
  fake-active-campaign/*
server/store/**: the store knows nothing of who uses it; only its connection loads a driver
  server/store/** event/* lead/* content/* phrases/** ${node} kysely
server/store/open-store.ts: only this file asks which Node runs it
  node:process
server/store/connection/postgres.ts: the connection knows its driver, and no event
  pg !event/* !content/*
server/store/connection/sqlite.ts: only this file loads SQLite
  better-sqlite3 !event/* !content/*
server/delivery/**: the courier meets http only in the tables
  server/{delivery,active-campaign,store}/** server/context.ts event/time-zone.ts lead/* phrases/** ${node} kysely valibot
server/active-campaign/**: the client of ActiveCampaign knows no courier
  server/active-campaign/** server/store/** server/{log,waiting}.ts content/launch.ts event/time-zone.ts lead/* phrases/** ${node} valibot
server/sign-up/**: a sign-up meets the courier only in the tables
  server/{sign-up,pages,store}/** server/figures/figures.ts server/facts/fact.ts server/context.ts ${facts} ${node} hono hono/* kysely valibot
server/event/*: what the operator chose for the event is known to panel and commands, and knows neither
  server/{event,facts,actions}/* server/store/** server/command-line/* server/context.ts ${facts} ${node} kysely pino
server/pages/*: a page follows the event, and knows no sign-up
  server/{pages,facts}/* server/{config,placeholders}.ts ${facts} ${node} hono/utils/mime
server/groups/*: the groups know presses, and no courier
  server/{groups,counts,facts,actions}/* server/store/** server/context.ts ${facts} ${node} hono kysely
server/room/*: the room knows presses, and no courier
  server/{room,counts,facts,actions}/* server/store/** server/event/choices.ts server/{context,placeholders}.ts ${facts} ${node} hono kysely
server/{facts,actions}/*: a fact and an action know no subject
  server/{facts,actions}/* server/command-line/escape.ts server/store/schema.ts server/{config,waiting}.ts ${facts} valibot
server/{account,deliveries}/*: facts of the deliveries know no courier that runs
  server/{account,deliveries,facts,actions,active-campaign,store}/** server/command-line/* ${facts} ${node} kysely
server/messages/*: a message knows no subject of which it tells
  server/{messages,facts,actions}/* server/store/** server/send.ts ${facts} ${node}
server/operator/*: all facts and actions in one list, which no subject knows
  server/{operator,facts,actions,messages,account,copies,deliveries,event,sign-up,groups,pages,room,store}/** server/command-line/*
  server/{config,context,retention-job}.ts ${facts} ${node} kysely
server/panel/**: the panel knows no other command, and of http the pages and the limits
  server/{panel,operator,facts,actions,messages,event,figures,store}/** server/command-line/*
  server/pages/* server/sign-up/limits.ts server/{config,context,log,send}.ts
  ${facts} ${node} hono hono/* kysely uqr
server/copies/**: copies know no server that runs
  server/{copies,facts,store,command-line}/** server/send.ts ${facts} ${node} kysely
server/counts/*: a count comes over http, and leaves to the store
  server/{counts,pages,sign-up,store}/** server/{context,jobs}.ts ${facts} ${node} hono kysely valibot
server/figures/*: figures are read from the store alone
  server/{figures,facts,event,store}/** ${facts} ${node} kysely
server/{counts,figures,panel,copies}/*.test.ts: counts are tested as they are read, and commands as they print
  server/{figures,room,groups,commands,panel}/**
server/watch/*: the watch follows facts, and knows no courier
  server/{watch,operator,facts,messages}/* server/{store,active-campaign}/**
  server/{config,context,jobs,log,send,waiting}.ts ${facts} ${node} kysely
server/doctor/*: doctor prints facts, and knows no server
  server/{doctor,operator,facts}/* server/{pages/facts,config}.ts server/store/** server/command-line/** ${facts} ${node} kysely
server/{watch,doctor}/*.test.ts: what is told is tested with what the subjects hold
  server/{groups,active-campaign}/**
server/command-line/*: what all commands share knows no command
  server/command-line/* server/store/** server/{config,waiting}.ts ${facts} ${node} kysely
server/commands/**: a command needs no server that runs
  server/{commands,command-line,facts,actions,operator,copies,event,store,panel,doctor,delivery,active-campaign}/** ${facts} ${node}
fake-active-campaign/*: the fake account knows nothing of the product
  fake-active-campaign/* ${node} valibot
{tests,scripts,bench,.ci}/**: this is no part of the product
  **
*.ts: this is a setting of a tool
  **
`
  .trim()
  .split(/\n(?! )/)
  .map((room) => {
    const [, files = "", why = "", imports = ""] = /^(\S+): ([^\n]*)\n\s*(.*)$/s.exec(room) ?? [];
    return { files, why, imports: imports.split(/\s+/) };
  });

const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
const files = execFileSync("git", list, { encoding: "utf8" }).split("\n");
const sources = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && existsSync(file));

test("no file of the repository breaks a wall", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap((file) => breaches(file, readFileSync(file, "utf8")))).toEqual([]);
});

test("no file of the repository imports itself, not even around others", () => {
  const left = new Map(
    sources.map((file) => {
      const paths = importsOf(readFileSync(file, "utf8")).map((name) => pathOf(file, name));
      return [file, paths.filter((path) => sources.includes(path))];
    }),
  );
  const imported = [...left.values()].flat().length;
  expect(imported).toBeGreaterThan(sources.length);
  // Removes each file that imports none of the files left, or that none of them imports: such a file is in no cycle.
  for (let before = Infinity; left.size < before; ) {
    before = left.size;
    const wanted = new Set([...left.values()].flat());
    for (const [file, paths] of left)
      if (!wanted.has(file) || !paths.some((path) => left.has(path))) left.delete(file);
  }
  expect([...left.keys()]).toEqual([]);
});

/** All imports of a file that break a wall, each as `file: import: why`. */
function breaches(file: string, text: string): string[] {
  const rooms = walls.filter(({ files }) => matches(file, files));
  const room = rooms.at(-1);
  if (!room) return [`${file}: no room of tests/walls.test.ts holds this file`];
  const globs = rooms.flatMap(({ imports }) => imports);
  if (/\.test\.tsx?$/.test(file)) globs.push("vitest", "fast-check", "tests/support/**");
  return importsOf(text).flatMap((name) => {
    const path = pathOf(file, name);
    if (name.startsWith("../") || name === `#${dirname(file)}/${basename(path)}`)
      return [`${file}: ${name}: across rooms write #room/file.ts, inside one ./file.ts`];
    const last = globs.findLast((glob) => matches(path, glob.replace("!", "")));
    return (last ?? "!").startsWith("!") ? [`${file}: ${name}: ${room.why} (${room.files})`] : [];
  });
}

/** The path of an imported file; for a package, the name of the package. */
function pathOf(file: string, name: string): string {
  return name.startsWith(".") ? join(dirname(file), name) : name.replace(/^#/, "");
}

function importsOf(text: string): string[] {
  const statement = /^(?:import|export)\b(?:[^"'`;:()=]*\bfrom)?\s*/.source;
  const call = /(?<!["'])\b(?:import|require)\(\s*/.source;
  const named = text.matchAll(new RegExp(`(?:${statement}|${call})["']([^"']+)`, "gm"));
  return [...named].map(([, name = ""]) => name);
}

/** Whether a glob matches a path: `*` is anything except a slash, `**` is anything, and `{a,b}` is a or b. */
function matches(path: string, glob: string): boolean {
  const signs = { "**": ".*", "*": "[^/]*", "{": "(", "}": ")", ",": "|", ".": "[.]" };
  const part = new Map(Object.entries(signs));
  const pattern = glob.replaceAll(/\*\*|[*{},.]/g, (sign) => part.get(sign) ?? "");
  return new RegExp(`^(${pattern})$`).test(path);
}
