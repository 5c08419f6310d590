import type { ReactNode } from "react";
import "./scene.css";

type SceneProps = {
  id: string;
  title: string;
  className: string;
  /** Whether the beam falls on this scene. */
  lit?: boolean;
  children: ReactNode;
};

/** One section of the page: a heading and what it names. */
export function Scene({ id, title, className, lit = false, children }: SceneProps) {
  return (
    <section
      className={`scene ${className}`}
      id={id}
      aria-labelledby={`${id}-title`}
      data-lit={lit || undefined}
    >
      <div className="scene__stage">
        <h2 className="scene__title" id={`${id}-title`}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}
