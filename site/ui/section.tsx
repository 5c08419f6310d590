import type { ReactNode } from "react";
import "./section.css";

type SectionProps = {
  id: string;
  title: ReactNode;
  className?: string;
  /** Whether the title is in capitals, which are wide letters. */
  capitals?: boolean;
  /** Draws light behind the section: a beam from `--lamp` and a glow at `--pool`, which the section's styles set. */
  spotlight?: boolean;
  children: ReactNode;
};

/**
 * The frame of all sections in `site/sections/`: the heading, the margins and the light behind the section. `rest` holds
 * attributes `data-*`, which every component takes.
 */
export function Section(props: SectionProps) {
  const { id, title, className = "", capitals, spotlight, children, ...rest } = props;
  return (
    <section
      {...rest}
      className={`section ${className}`.trim()}
      id={id}
      aria-labelledby={`${id}-title`}
      data-spotlight={spotlight}
    >
      <div className="section__inner">
        <h2 className="section__title" data-capitals={capitals} id={`${id}-title`}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}
