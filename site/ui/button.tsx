import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import "./button.first.css";

export function Button({
  type = "button",
  className = "",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button {...rest} type={type} className={withButton(className)} />;
}

export function ButtonLink({ className = "", ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...rest} className={withButton(className)} />;
}

function withButton(className: string): string {
  return `button ${className}`.trim();
}
