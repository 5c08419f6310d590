import { type FormEvent, type InputHTMLAttributes, useState } from "react";
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
  /** How a field says that it is wrong: in the page that the server fills in, with marks. */
  wrong?: (field: LeadField, problemId: string) => FieldAttributes;
  onProblem?: (field: LeadField, message: string | undefined) => void;
};

const inputs = {
  name: { type: "text", inputMode: "text", autoComplete: "name" },
  email: { type: "email", inputMode: "email", autoComplete: "email" },
  whatsapp: { type: "tel", inputMode: "tel", autoComplete: "tel" },
} as const satisfies Record<LeadField, InputHTMLAttributes<HTMLInputElement>>;

/** Uncontrolled on purpose: what was typed before the script came belongs to the browser. */
export function LeadFields(props: LeadFieldsProps) {
  const { idPrefix, problems, values = {}, wrong = describedBy, onProblem } = props;
  return leadFields.map((field) => (
    <Field
      key={field}
      field={field}
      id={`${idPrefix}-${field}`}
      problem={problems[field]}
      value={values[field]}
      wrong={wrong}
      onProblem={(message) => onProblem?.(field, message)}
    />
  ));
}

type FieldProps = {
  field: LeadField;
  id: string;
  problem: string | undefined;
  value: string | undefined;
  wrong: NonNullable<LeadFieldsProps["wrong"]>;
  onProblem: (message: string | undefined) => void;
};

function Field({ field, id, problem, value, wrong, onProblem }: FieldProps) {
  const { label, placeholder } = messages.form[field];
  const problemId = `${id}-problem`;
  const [typed, setTyped] = useState("");

  /** In place of the browser's bubble, and of its own move to the first field that is wrong. */
  function say(event: FormEvent<HTMLInputElement>) {
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
        {...(problem && wrong(field, problemId))}
        required
        onInvalid={say}
        onInput={() => problem && onProblem(undefined)}
        onBlur={(event) => setTyped(trim(event.currentTarget))}
      />
      {problem && (
        <p className="lead-field__problem" id={problemId}>
          {problem}
        </p>
      )}
      {field === "email" && <EmailSuggestion inputId={id} typed={typed} onTyped={setTyped} />}
    </div>
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
