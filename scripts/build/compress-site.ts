import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const compressible = /\.(?:html|js|css|svg|json|txt|xml|webmanifest|ics)$/;

/** Writes `file.br` and `file.gz` beside each text file, if the compressed file is smaller than the text file. */
export async function compressSite(folder: string): Promise<void> {
  const found = await readdir(folder, { recursive: true });
  await Promise.all(
    found.filter((name) => compressible.test(name)).map((name) => compress(join(folder, name))),
  );
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  if (br.length < plain.length) await writeFile(`${file}.br`, br);
  if (gz.length < plain.length) await writeFile(`${file}.gz`, gz);
}
