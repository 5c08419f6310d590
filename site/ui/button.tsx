import type { ButtonHTMLAttributes } from "react";
import "./button.css";

export function Button({ type = "button", ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button {...rest} type={type} className="button" />;
}
