import { messages } from "#content/messages.ts";
import "./lead-fields.css";

const fields = [
  { name: "name", type: "text", inputMode: "text", autoComplete: "name" },
  { name: "email", type: "email", inputMode: "email", autoComplete: "email" },
  { name: "whatsapp", type: "tel", inputMode: "tel", autoComplete: "tel" },
] as const;

/** Uncontrolled on purpose: what was typed before the script came belongs to the browser. */
export function LeadFields({ idPrefix }: { idPrefix: string }) {
  return fields.map((field) => {
    const id = `${idPrefix}-${field.name}`;
    const { label, placeholder } = messages.form[field.name];
    return (
      <div className="lead-field" key={field.name}>
        <label className="lead-field__label" htmlFor={id}>
          {label}
        </label>
        <input
          {...field}
          className="lead-field__input"
          id={id}
          placeholder={placeholder}
          required
        />
      </div>
    );
  });
}
