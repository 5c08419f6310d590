import { audience } from "#content/audience.ts";
import { CallToAction } from "#site/capture/popup/call-to-action.tsx";
import { dated } from "#site/event/dated.tsx";
import { Section } from "#site/ui/section.tsx";
import "./audience.css";

export function Audience() {
  return (
    <Section id="para-quem-e" title={dated(audience.title)} className="section--beside">
      <ul className="audience__groups">
        {audience.groups.map(({ who, why }) => (
          <li className="audience__group" key={who}>
            <strong className="audience__who">{dated(who)}</strong>
            <span className="audience__why">{dated(why)}</span>
          </li>
        ))}
      </ul>
      <div className="invitation">
        <CallToAction label={audience.cta} from="audience" />
      </div>
    </Section>
  );
}
