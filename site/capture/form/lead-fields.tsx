import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from "react";
import { messages } from "#content/messages.ts";
import { type LeadField, leadFields } from "#lead/contract.ts";
import { EmailSuggestion } from "./email-suggestion.tsx";
import "./lead-fields.css";

export type FieldTexts = Partial<Record<LeadField, string>>;

type FieldAttributes = InputHTMLAttributes<HTMLInputElement> | Record<`data-${string}`, string>;

type LeadFieldsProps = {
  idPrefix: string;
  problems: FieldTexts;
  values?: FieldTexts;
  /**
   * The HTML attributes of a field whose value has a problem; on the retry page they are marks, which the server
   * replaces.
   */
  markInvalid?: (field: LeadField, problemId: string) => FieldAttributes;
  onProblem?: (field: LeadField, message: string | undefined) => void;
};

const inputs = {
  name: { type: "text", inputMode: "text", autoComplete: "name" },
  email: { type: "email", inputMode: "email", autoComplete: "email" },
  whatsapp: { type: "tel", inputMode: "tel", autoComplete: "tel" },
} as const satisfies Record<LeadField, InputHTMLAttributes<HTMLInputElement>>;

/** React does not control the fields' values (`defaultValue`), so that text typed before hydration stays. */
export function LeadFields(props: LeadFieldsProps) {
  const { idPrefix, problems, values = {}, markInvalid = describedBy, onProblem } = props;
  return leadFields.map((field) => (
    <Field
      key={field}
      field={field}
      id={`${idPrefix}-${field}`}
      problem={problems[field]}
      value={values[field]}
      markInvalid={markInvalid}
      onProblem={(message) => onProblem?.(field, message)}
    />
  ));
}

type FieldProps = {
  field: LeadField;
  id: string;
  problem: string | undefined;
  value: string | undefined;
  markInvalid: NonNullable<LeadFieldsProps["markInvalid"]>;
  onProblem: (message: string | undefined) => void;
};

function Field({ field, id, problem, value, markInvalid, onProblem }: FieldProps) {
  const { label, placeholder } = messages.form[field];
  const problemId = `${id}-problem`;
  const [typed, setTyped] = useState("");

  /**
   * Shows our own error message instead of the browser's message, and focuses the first invalid field, as the browser
   * would do.
   */
  function showProblem(event: FormEvent<HTMLInputElement>) {
    event.preventDefault();
    const input = event.currentTarget;
    onProblem(problemOf(input, field));
    if (input.form?.querySelector("input:invalid") === input) input.focus();
  }

  return (
    <div className="lead-field">
      <label className="lead-field__label" htmlFor={id}>
        {label}
      </label>
      <input
        {...inputs[field]}
        name={field}
        className="lead-field__input"
        id={id}
        placeholder={placeholder}
        defaultValue={value}
        {...(problem && markInvalid(field, problemId))}
        required
        onInvalid={showProblem}
        onInput={() => problem && onProblem(undefined)}
        onBlur={(event) => setTyped(trim(event.currentTarget))}
      />
      {problem && <FieldProblemText id={problemId}>{problem}</FieldProblemText>}
      {field === "email" && <EmailSuggestion inputId={id} typed={typed} onTyped={setTyped} />}
    </div>
  );
}

export function FieldProblemText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="lead-field__problem" id={id}>
      {children}
    </p>
  );
}

function describedBy(_: LeadField, problemId: string): FieldAttributes {
  return { "aria-invalid": true, "aria-describedby": problemId };
}

function problemOf(input: HTMLInputElement, field: LeadField): string {
  const words = messages.fieldProblems[field];
  return input.validity.valueMissing ? words.required : words.invalid;
}

function trim(input: HTMLInputElement): string {
  const trimmed = input.value.trim();
  if (input.value !== trimmed) input.value = trimmed;
  return trimmed;
}
