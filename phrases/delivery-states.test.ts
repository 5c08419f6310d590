import { expect, test } from "vitest";
import { describeOutcome, describeReason } from "./delivery-states.ts";

test.each([
  ["delivered", "entregue"],
  ["delivered: imported", "entregue (pela importação)"],
  ["delivered: had-unsubscribed", "entregue (já tinha se descadastrado)"],
  ["unanswered: status 500, not JSON", "falhou, haverá nova tentativa (status 500, não é JSON)"],
  [
    "refused: status 422, the e-mail",
    "recusado pelo ActiveCampaign (status 422, e-mail não aceito)",
  ],
])("the stored outcome %j is shown as %j", (stored, shown) => {
  expect(describeOutcome(stored)).toBe(shown);
});

test("an outcome that has no translation is shown as it is stored", () => {
  expect(describeOutcome("new: {a: b}")).toBe("new: {a: b}");
  expect(describeOutcome("refused: status 422; new note")).toBe(
    "recusado pelo ActiveCampaign (status 422; new note)",
  );
});

test.each([
  ["too-long", "resposta longa demais"],
  ["status 503, not JSON", "status 503, não é JSON"],
  ["ECONNREFUSED", "ECONNREFUSED"],
])("the reason %j is shown as %j", (reason, shown) => {
  expect(describeReason(reason)).toBe(shown);
});
