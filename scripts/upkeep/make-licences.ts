import { readFile, writeFile } from "node:fs/promises";
import { licencesPage } from "./licences.ts";

const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
await writeFile("docs/licences.md", licencesPage(packages));
