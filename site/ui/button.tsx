import type { ButtonHTMLAttributes } from "react";
import "./button.css";

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement>;

export function Button({ type = "button", className = "", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`button ${className}`.trim()} />;
}
