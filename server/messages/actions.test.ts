import { expect, test } from "vitest";
import { createOperator, settingsOf } from "#tests/support/operator/operator.ts";
import { startReceiver } from "#tests/support/watch/receiver.ts";

const words = ["test-message"];

test("a test message goes to each address, and nothing of it but the host is told", async () => {
  const { run, store, actions } = await createOperator();
  const receiver = await startReceiver();
  const addresses = {
    ALERT_URL: `${receiver.url}/canary`,
    HEARTBEAT_URL: `${receiver.url}/canary-beat`,
  };
  const sent = await run(words, { readConfig: () => settingsOf(store, addresses), fetch });
  expect([sent.code, sent.err]).toEqual([0, ""]);
  expect(sent.out).toMatch(
    /^Feito: Mensagem de teste enviada\.\n.*\n\nMensagens: .* 127\.0\.0\.1\./,
  );
  expect(sent.out).not.toContain("canary");
  expect(receiver.told()).toEqual(["test teste"]);
  expect(receiver.received.map(({ path }) => path)).toEqual(["/canary", "/canary-beat"]);
  expect(await actions()).toEqual(["test-message"]);
});

test("a user and a password in an address travel in a header, to each address", async () => {
  const { run, store } = await createOperator();
  const receiver = await startReceiver();
  const address = receiver.url.replace("://", "://ana:a%20b-10%@");
  const addresses = { ALERT_URL: address, HEARTBEAT_URL: address };
  await run(words, { readConfig: () => settingsOf(store, addresses), fetch });
  const basic = `Basic ${Buffer.from("ana:a b-10%").toString("base64")}`;
  const given = receiver.received.map(({ headers }) => headers.authorization);
  expect(given).toEqual([basic, basic]);
});

test("an address that refuses the message is told, and no test is recorded", async () => {
  const { run, store, actions } = await createOperator();
  const receiver = await startReceiver();
  receiver.answer = (response) => response.writeHead(403).end();
  const addresses = { ALERT_URL: receiver.url, HEARTBEAT_URL: receiver.url };
  const readConfig = () => settingsOf(store, addresses);
  const refused = await run(words, { readConfig, fetch });
  expect([refused.code, refused.out]).toEqual([1, ""]);
  expect(refused.err).toContain(
    "ALERT_URL (127.0.0.1) não aceitou: status 403. HEARTBEAT_URL (127.0.0.1) não aceitou: status 403.",
  );
  expect(await actions()).toEqual([]);
});

test("without an address no message leaves, and the way to one is told", async () => {
  const { run } = await createOperator();
  expect(await run(words)).toMatchObject({ code: 1, err: expect.stringContaining("ALERT_URL") });
});
