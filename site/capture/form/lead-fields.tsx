import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { fill } from "#content/filled.ts";
import { messages } from "#content/messages.ts";
import { type LeadField, leadFields } from "#lead/contract.ts";
import { suggestEmail } from "#lead/email-suggestion.ts";
import { missingInWhatsapp } from "#lead/typed-whatsapp.ts";
import { type FieldTexts, tidy } from "#site/capture/sign-up.ts";

type FieldAttributes = InputHTMLAttributes<HTMLInputElement> | Record<`data-${string}`, string>;

type Marks = {
  /**
   * Returns the HTML attributes of a field whose value has a problem. On the retry page these are marks, which the
   * server replaces by attributes.
   */
  markInvalid?: (field: LeadField, problemId: string) => FieldAttributes;
  onProblem?: (field: LeadField, message: string | undefined) => void;
};

type LeadFieldsProps = Marks & { idPrefix: string; problems: FieldTexts; values?: FieldTexts };

const inputs = {
  name: { type: "text", inputMode: "text", autoComplete: "name", autoCapitalize: "words" },
  email: { type: "email", inputMode: "email", autoComplete: "email" },
  whatsapp: { type: "tel", inputMode: "tel", autoComplete: "tel", enterKeyHint: "send" },
} as const satisfies Record<LeadField, InputHTMLAttributes<HTMLInputElement>>;

/** React does not control the values of the fields (`defaultValue`), so that text typed before hydration stays. */
export function LeadFields({ idPrefix, problems, values = {}, ...marks }: LeadFieldsProps) {
  return leadFields.map((field) => (
    <Field
      {...marks}
      key={field}
      field={field}
      id={`${idPrefix}-${field}`}
      problem={problems[field]}
      value={values[field]}
    />
  ));
}

type FieldProps = Marks & {
  field: LeadField;
  id: string;
  problem: string | undefined;
  value: string | undefined;
};

function Field({ field, id, problem, value, markInvalid = describedBy, onProblem }: FieldProps) {
  const { label, placeholder } = messages.form[field];
  const problemId = `${id}-problem`;
  const input = useRef<HTMLInputElement>(null);
  /** The text that was in the field when the visitor last left it. */
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const form = input.current?.form;
    const clear = () => setTyped("");
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, []);

  /**
   * Shows our own error message instead of the browser's, and focuses the first invalid field, as the browser would.
   */
  function showProblem(event: FormEvent<HTMLInputElement>) {
    event.preventDefault();
    const { currentTarget: wrong } = event;
    const { required, invalid } = messages.fieldProblems[field];
    onProblem?.(field, wrong.validity.valueMissing ? required : invalid);
    if (wrong.form?.querySelector("input:invalid") === wrong) wrong.focus();
  }

  function use(email: string) {
    if (!input.current) return;
    input.current.value = email;
    input.current.focus();
    setTyped(email);
  }

  return (
    <div className="lead-field">
      <label className="lead-field__label" htmlFor={id}>
        {label}
      </label>
      <input
        enterKeyHint="next"
        {...inputs[field]}
        name={field}
        className="lead-field__input"
        id={id}
        ref={input}
        placeholder={placeholder}
        defaultValue={value}
        {...(problem && markInvalid(field, problemId))}
        required
        onInvalid={showProblem}
        onInput={() => problem && onProblem?.(field, undefined)}
        onBlur={(event) => setTyped(tidy(event.currentTarget))}
      />
      {problem && <FieldProblemText id={problemId}>{problem}</FieldProblemText>}
      {field !== "name" && <FieldHint field={field} typed={typed} onUse={use} />}
    </div>
  );
}

export function FieldProblemText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="lead-field__problem small" id={id}>
      {children}
    </p>
  );
}

function describedBy(_: LeadField, problemId: string): FieldAttributes {
  return { "aria-invalid": true, "aria-describedby": problemId };
}

type FieldHintProps = { field: LeadField; typed: string; onUse: (email: string) => void };

/**
 * Suggests a correction of an e-mail address that looks mistyped, and says what a phone number seems to lack. A visitor
 * who typed what was meant can ignore the hint: the form can be sent all the same.
 */
function FieldHint({ field, typed, onUse }: FieldHintProps) {
  const text = useAfterPress(typed);
  const suggested = field === "email" ? suggestEmail(text) : undefined;
  const missing = field === "whatsapp" ? missingInWhatsapp(text) : undefined;
  return (
    <div role="status">
      {suggested && (
        <p className="small">
          {messages.form.emailSuggestionIntro}{" "}
          <button className="lead-field__use" type="button" onClick={() => onUse(suggested)}>
            {fill(messages.form.emailSuggestion, { email: suggested })}
          </button>
        </p>
      )}
      {missing && <p className="small">{messages.form.whatsappHints[missing]}</p>}
    </div>
  );
}

/**
 * Returns the given text, but during a press of the mouse or a finger, the text from before the press: a change during
 * a press could move a button away from the pointer, and the browser would then send no click.
 */
function useAfterPress(text: string): string {
  const [pressed, setPressed] = useState(false);
  const [shown, setShown] = useState(text);
  if (!pressed && shown !== text) setShown(text);

  useEffect(() => {
    const listening = new AbortController();
    // The listeners run in the capture phase, so that a press is known before the field that loses the focus changes
    // its value.
    const options = { signal: listening.signal, capture: true };
    document.addEventListener("mousedown", () => setPressed(true), options);
    document.addEventListener("mouseup", () => setPressed(false), options);
    return () => listening.abort();
  }, []);

  return shown;
}
