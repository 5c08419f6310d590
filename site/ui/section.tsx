import type { ReactNode } from "react";
import "./section.css";

type SectionProps = {
  id: string;
  title: ReactNode;
  className?: string;
  /** Whether the title is in capitals, which are wide. */
  capitals?: boolean;
  /** Draws a beam from `--lamp` and the light around `--pool` behind the section, whose own styles set both places. */
  spotlight?: boolean;
  children: ReactNode;
};

/** The frame that the sections in `site/sections/` have in common: the heading, the margins and the light behind them. */
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
