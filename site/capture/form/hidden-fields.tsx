import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { trapField } from "#lead/contract.ts";
import "./hidden-fields.css";

type HiddenFieldsProps = { surface: string; wording?: string };

/** What a form says besides the answers, and a field that only a machine fills in. */
export function HiddenFields({ surface, wording }: HiddenFieldsProps) {
  return (
    <>
      <input type="hidden" name="apikey" value={links.publicKey} />
      <input type="hidden" name="surface" value={surface} />
      {wording && <input type="hidden" name="wording" value={wording} />}
      <label className="hidden-fields__trap" aria-hidden="true">
        {messages.form.trap}
        <input type="text" name={trapField} tabIndex={-1} autoComplete="off" />
      </label>
    </>
  );
}
