import { expect, test } from "vitest";
import { createOperator, settingsOf } from "#tests/support/operator/operator.ts";
import { startReceiver } from "#tests/support/watch/receiver.ts";

test("alert --test sends a test message to each address, and prints no more of it than the host", async () => {
  const { run, store } = await createOperator();
  const receiver = await startReceiver();
  const addresses = {
    ALERT_URL: `${receiver.url}/canary`,
    HEARTBEAT_URL: `${receiver.url}/canary-beat`,
  };
  const readConfig = () => settingsOf(store, addresses);
  const sent = await run(["alert", "--test"], { readConfig });
  expect(sent.code).toBe(0);
  expect(sent.out).toBe(
    "127.0.0.1: aceitou a mensagem (status 200). Confira se ela chegou.\n" +
      "HEARTBEAT_URL (127.0.0.1): respondeu (status 200).\n",
  );
  expect(receiver.told()).toEqual(["test teste"]);
  expect(receiver.received.map(({ path }) => path)).toEqual(["/canary", "/canary-beat"]);
});

test("a user and a password in an address travel in a header, to each address", async () => {
  const { run, store } = await createOperator();
  const receiver = await startReceiver();
  const address = receiver.url.replace("://", "://ana:a%20b-10%@");
  const addresses = { ALERT_URL: address, HEARTBEAT_URL: address };
  const sent = await run(["alert", "--test"], { readConfig: () => settingsOf(store, addresses) });
  expect(sent.code).toBe(0);
  const basic = `Basic ${Buffer.from("ana:a b-10%").toString("base64")}`;
  const given = receiver.received.map(({ headers }) => headers.authorization);
  expect(given).toEqual([basic, basic]);
});

test("alert --test fails when an address refuses the message, and says how", async () => {
  const { run, store } = await createOperator();
  const receiver = await startReceiver();
  receiver.answer = (response) => response.writeHead(403).end();
  const addresses = { ALERT_URL: receiver.url, HEARTBEAT_URL: receiver.url };
  const readConfig = () => settingsOf(store, addresses);
  const refused = await run(["alert", "--test"], { readConfig });
  expect(refused.code).toBe(1);
  expect(refused.out).toBe(
    "127.0.0.1: não aceitou (status 403).\n" +
      "HEARTBEAT_URL (127.0.0.1): não aceitou (status 403).\n",
  );
});
