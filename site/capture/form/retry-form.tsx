import { messages } from "#content/messages.ts";
import type { LeadField } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { attributesIf, textMark } from "#lead/retry-page-marks.ts";
import { FieldProblemText, LeadFields } from "./lead-fields.tsx";
import { ConsentBox, LeadForm, SignUpNotice, SubmitButton } from "./lead-form.tsx";

export const retryWords = { title: textMark("title"), message: textMark("message") };

const idPrefix = "retry";
const consentProblemId = `${idPrefix}-consent-problem`;

const values = eachField(textMark);
const problems = eachField((field) => textMark(`${field}-problem`));

/**
 * The form of the retry page, for visitors who come from the popup or from the form in the page. It contains marks,
 * which the server replaces with what the visitor typed. Only the form in the page asks for consent: for visitors who come
 * from the popup the box is disabled, so that the browser does not require a tick.
 */
export function RetryForm() {
  return (
    <LeadForm surface={textMark("surface")} wording={messages.wordings.current.notice}>
      <LeadFields
        idPrefix={idPrefix}
        values={values}
        problems={problems}
        markInvalid={markInvalid}
      />
      <div {...attributesIf("not-from-page", "hidden")}>
        <ConsentBox
          required
          {...attributesIf("consented", "checked")}
          {...attributesIf("not-from-page", "disabled")}
          {...markInvalid("consent", consentProblemId)}
        />
        <FieldProblemText id={consentProblemId}>{textMark("consent-problem")}</FieldProblemText>
      </div>
      <SubmitButton label={messages.form.submit} />
      <div {...attributesIf("from-page", "hidden")}>
        <SignUpNotice />
      </div>
    </LeadForm>
  );
}

function markInvalid(field: LeadField | "consent", problemId: string) {
  return attributesIf(`${field}-problem`, `aria-invalid=true aria-describedby=${problemId}`);
}
