import { messages } from "#content/messages.ts";
import { suggestEmail } from "#lead/email-suggestion.ts";

type EmailSuggestionProps = {
  inputId: string;
  typed: string;
  onUsed: (email: string) => void;
};

/** Offers the address that was probably meant. Whoever meant the other one goes on typing. */
export function EmailSuggestion({ inputId, typed, onUsed }: EmailSuggestionProps) {
  const suggested = suggestEmail(typed);

  function use(email: string) {
    const input = document.getElementById(inputId);
    if (!(input instanceof HTMLInputElement)) return;
    input.value = email;
    input.focus();
    onUsed(email);
  }

  return (
    <div role="status">
      {suggested && (
        <p className="lead-field__suggestion">
          {messages.form.emailSuggestionIntro}{" "}
          <button className="lead-field__use" type="button" onClick={() => use(suggested)}>
            {messages.form.emailSuggestion.replace("{email}", suggested)}
          </button>
        </p>
      )}
    </div>
  );
}
