import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";
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

type NewTabLinkProps = { href: string; className?: string; children: ReactNode };

/**
 * A link to another site. The page that opens gets no access to our page (`noopener`) and no referrer. `rest` holds
 * attributes `data-*`, which every component takes.
 */
export function NewTabLink({ className = "new-tab-link", children, ...rest }: NewTabLinkProps) {
  return (
    <a {...rest} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <svg className="new-tab-link__mark" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M5 3h8v8M13 3 3 13" fill="none" stroke="currentColor" strokeWidth="1.75" />
      </svg>
    </a>
  );
}

export function NewTabButton(props: NewTabLinkProps) {
  return <NewTabLink {...props} className="button new-tab-button" />;
}
