import { messages } from "#content/messages.ts";
import { attributesIf, type LeadField, textMark } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { Button } from "#site/ui/button.tsx";
import { ConsentBox } from "./consent-box.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import { LeadFields } from "./lead-fields.tsx";
import { SignUpNotice } from "./sign-up-notice.tsx";
import { addContactUrl } from "./submit-lead.ts";
import "./retry-form.css";

export const retryWords = { title: textMark("title"), message: textMark("message") };

const idPrefix = "retry";
const consentProblemId = `${idPrefix}-consent-problem`;

const values = eachField(textMark);
const problems = eachField((field) => textMark(`${field}-problem`));

/** The form of the popup and that of the page in one, with marks in place of what was typed. */
export function RetryForm() {
  return (
    <form className="retry-form" method="post" action={addContactUrl}>
      <HiddenFields surface={textMark("surface")} wording={messages.wordings.current.notice} />
      <LeadFields idPrefix={idPrefix} values={values} problems={problems} wrong={wrong} />
      <div {...attributesIf("not-from-page", "hidden")}>
        <Consent />
      </div>
      <Button type="submit">{messages.form.submit}</Button>
      <div {...attributesIf("from-page", "hidden")}>
        <SignUpNotice />
      </div>
    </form>
  );
}

/** Only the form in the page asks for it: to the popup's it is disabled, so that nothing waits for it. */
function Consent() {
  return (
    <>
      <ConsentBox
        required
        {...attributesIf("consented", "checked")}
        {...attributesIf("not-from-page", "disabled")}
        {...wrong("consent", consentProblemId)}
      />
      <p className="lead-field__problem" id={consentProblemId}>
        {textMark("consent-problem")}
      </p>
    </>
  );
}

function wrong(field: LeadField | "consent", problemId: string) {
  return attributesIf(`${field}-problem`, `aria-invalid=true aria-describedby=${problemId}`);
}
