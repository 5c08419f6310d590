import { expect, test } from "vitest";
import { requestId } from "./lead-request.ts";

test.each([
  "0af76519-16cd-43dd-8448-eb211c80319c",
  "0AF76519-16CD-43DD-8448-EB211C80319C",
  "0af7651916cd43dd8448eb211c80319c",
])("the request id %s is taken over", (id) => {
  expect(requestId(id, () => "made")).toBe(id);
});

test.each([
  null,
  "",
  "5511987654321",
  "ana-lima",
  "ana@example.com",
  "0af7651916cd43dd8448eb211c80319",
  "0af7651916cd43dd8448eb211c80319c, ana",
  "0af7651916cd43dd8448eb211c80319c\r\nX: y",
  "g".repeat(32),
])("the request id %j could be personal data, so a new one is made", (id) => {
  expect(requestId(id, () => "made")).toBe("made");
});
