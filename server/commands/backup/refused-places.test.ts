import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";

test.each([
  [["file", "--to", "/x"], "não os dois"],
  [[], "incompleto"],
  [["file", "--keep", "3"], "--keep só vale com --to"],
  [["--to", "/x", "--every", "59s"], "não é um intervalo"],
  [["--to", "/x", "--every", "0m"], "não é um intervalo"],
  [["--to", "/x", "--every", "8d"], "não é um intervalo"],
  [["--to", "/x", "--keep", "0"], "--keep"],
  [["--to", "/x", "--keep", "10001"], "--keep"],
])("backup %j is refused, with the reason", async (words, reason) => {
  const { run } = await createOperator();
  expect(await run(["backup", ...words])).toMatchObject({
    code: 2,
    err: expect.stringContaining(reason),
  });
});

test.each([
  ["s3+http://bucket.example.com/copies", "sem criptografia"],
  ["s3+https://id:secret@bucket.example.com/copies", "sem chave nem senha"],
  ["s3+https://bucket.example.com/", "Falta o bucket"],
  ["s3+https://bucket.example.com/copies/a b", "Falta o bucket"],
  ["https://bucket.example.com/copies", "não serve"],
  ["s3+ftp://bucket.example.com/copies", "não serve"],
  ["s3+https://bucket.example.com/copies", "Falta a chave do bucket"],
  ["public", "pode ir para a internet"],
])("copies are not kept at %s", async (to, reason) => {
  const { run } = await createOperator();
  const { code, err } = await run(["backup", "--to", to]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(reason) });
  expect(err).not.toContain("secret");
});
