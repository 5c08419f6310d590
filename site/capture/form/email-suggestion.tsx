import { useEffect } from "react";
import { fill } from "#content/filled.ts";
import { messages } from "#content/messages.ts";
import { suggestEmail } from "#lead/email-suggestion.ts";
import { useAfterPress } from "#site/ui/use-after-press.ts";

type EmailSuggestionProps = {
  inputId: string;
  typed: string;
  onTyped: (email: string) => void;
};

/**
 * Suggests a correction of an e-mail address that looks mistyped. A visitor who meant the typed address can ignore the
 * suggestion.
 */
export function EmailSuggestion({ inputId, typed, onTyped }: EmailSuggestionProps) {
  const suggested = suggestEmail(useAfterPress(typed));

  useEffect(() => {
    const form = document.getElementById(inputId)?.closest("form");
    const clear = () => onTyped("");
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, [inputId, onTyped]);

  function use(email: string) {
    const input = document.getElementById(inputId);
    if (!(input instanceof HTMLInputElement)) return;
    input.value = email;
    input.focus();
    onTyped(email);
  }

  return (
    <div role="status">
      {suggested && (
        <p className="lead-field__suggestion">
          {messages.form.emailSuggestionIntro}{" "}
          <button className="lead-field__use" type="button" onClick={() => use(suggested)}>
            {fill(messages.form.emailSuggestion, { email: suggested })}
          </button>
        </p>
      )}
    </div>
  );
}
