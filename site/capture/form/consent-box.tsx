import type { ComponentProps } from "react";
import { messages } from "#content/messages.ts";
import { consentField } from "#lead/contract.ts";
import "./consent-box.css";

const { current, texts } = messages.wordings;

/** Never ticked beforehand. Its value names the sentence that was agreed to. */
export function ConsentBox(props: ComponentProps<"input">) {
  return (
    <label className="consent-box">
      <input {...props} type="checkbox" name={consentField} value={current.consent} />
      {texts[current.consent]}
    </label>
  );
}
