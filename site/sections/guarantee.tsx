import { guarantee } from "#content/guarantee.ts";
import { inWords } from "#event/event-words.ts";
import { Scene } from "#site/ui/scene.tsx";
import "./guarantee.css";

export function Guarantee() {
  return (
    <Scene id="garantia" title={inWords(guarantee.title)} className="guarantee">
      <p className="guarantee__statement">{inWords(guarantee.statement)}</p>
      <div className="guarantee__words">
        {guarantee.paragraphs.map((paragraph) => (
          <p key={paragraph}>{inWords(paragraph)}</p>
        ))}
      </div>
    </Scene>
  );
}
