import { type FormEvent, useState } from "react";
import { messages } from "#content/messages.ts";
import type { LeadField } from "#lead/contract.ts";
import { EmailSuggestion } from "./email-suggestion.tsx";
import "./lead-fields.css";

export type FieldTexts = Partial<Record<LeadField, string>>;

type LeadFieldsProps = {
  idPrefix: string;
  problems: FieldTexts;
  values?: FieldTexts;
  onProblem?: (field: LeadField, message: string | undefined) => void;
};

const fields = [
  { name: "name", type: "text", inputMode: "text", autoComplete: "name" },
  { name: "email", type: "email", inputMode: "email", autoComplete: "email" },
  { name: "whatsapp", type: "tel", inputMode: "tel", autoComplete: "tel" },
] as const;

/** Uncontrolled on purpose: what was typed before the script came belongs to the browser. */
export function LeadFields({ idPrefix, problems, values = {}, onProblem }: LeadFieldsProps) {
  return fields.map((field) => (
    <Field
      key={field.name}
      field={field}
      id={`${idPrefix}-${field.name}`}
      problem={problems[field.name]}
      value={values[field.name]}
      onProblem={(message) => onProblem?.(field.name, message)}
    />
  ));
}

type FieldProps = {
  field: (typeof fields)[number];
  id: string;
  problem: string | undefined;
  value: string | undefined;
  onProblem: (message: string | undefined) => void;
};

function Field({ field, id, problem, value, onProblem }: FieldProps) {
  const { label, placeholder } = messages.form[field.name];
  const [typed, setTyped] = useState("");

  /** In place of the browser's bubble, and of its own move to the first field that is wrong. */
  function say(event: FormEvent<HTMLInputElement>) {
    event.preventDefault();
    const input = event.currentTarget;
    onProblem(problemOf(input, field.name));
    if (input.form?.querySelector("input:invalid") === input) input.focus();
  }

  return (
    <div className="lead-field">
      <label className="lead-field__label" htmlFor={id}>
        {label}
      </label>
      <input
        {...field}
        className="lead-field__input"
        id={id}
        placeholder={placeholder}
        defaultValue={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        required
        onInvalid={say}
        onInput={() => problem && onProblem(undefined)}
        onBlur={(event) => setTyped(trim(event.currentTarget))}
      />
      {problem && (
        <p className="lead-field__problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {field.name === "email" && <EmailSuggestion inputId={id} typed={typed} onUsed={setTyped} />}
    </div>
  );
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
