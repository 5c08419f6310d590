import { expect, test } from "vitest";
import { startReceiver } from "#tests/support/watch/receiver.ts";
import { nightStart, startWatch, watching } from "#tests/support/watch/watching.ts";
import { readCertificateEnd } from "./certificate.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

test("a disk under 10 % is a trouble until it has room, and one that cannot be asked is none", async () => {
  const disk = { free: (): number => 0.1 };
  const { night, receiver } = await watching("sqlite", { diskFreeShare: async () => disk.free() });
  await night.pass(minute);
  disk.free = () => {
    throw new Error("no disk");
  };
  await night.pass(minute);
  expect(receiver.told()).toEqual([]);
  disk.free = () => 0.0999;
  await night.pass(15_000);
  expect(receiver.told()).toEqual(["began disco-quase-cheio"]);
  disk.free = () => 0.1;
  await night.pass(2 * minute);
  expect(receiver.told()).toEqual(["began disco-quase-cheio", "over disco-quase-cheio"]);
});

test("a disk that is nearly full on one machine is shown by the servers of the others, and stays one trouble", async () => {
  const { database, night, receiver, watch } = await watching("postgres");
  startWatch({ database, night, receiver }, { diskFreeShare: () => Promise.resolve(0.05) });
  await night.pass(3 * minute);
  expect(watch.troubles().map(({ name }) => name)).toEqual(["disco-quase-cheio"]);
  expect(receiver.told()).toEqual(["began disco-quase-cheio"]);
});

test("a certificate is asked for once an hour, and is a trouble in its last seven days", async () => {
  const ends = [nightStart + 7 * day + 3 * minute, nightStart + 90 * day];
  const { night, receiver } = await watching("sqlite", {
    certificateEnd: async () => ends.shift(),
  });
  await night.pass(2 * minute);
  expect(receiver.told()).toEqual([]);
  await night.pass(2 * minute);
  expect(receiver.told()).toEqual(["began certificado-vencendo"]);
  await night.pass(55 * minute);
  expect(ends).toHaveLength(1);
  await night.pass(4 * minute);
  expect(receiver.told()).toEqual(["began certificado-vencendo", "over certificado-vencendo"]);
});

test("an address that does not answer has no known certificate", async () => {
  const { signal } = new AbortController();
  expect(await readCertificateEnd("https://127.0.0.1:1", signal)).toBeUndefined();
  const receiver = await startReceiver();
  const plain = receiver.url.replace("http:", "https:");
  expect(await readCertificateEnd(plain, signal)).toBeUndefined();
});

test("a server that stops does not wait for a certificate", async () => {
  const stopping = new AbortController();
  const receiver = await startReceiver();
  const reading = readCertificateEnd(receiver.url.replace("http:", "https:"), stopping.signal);
  stopping.abort();
  expect(await reading).toBeUndefined();
  expect(await readCertificateEnd(receiver.url, stopping.signal)).toBeUndefined();
});
