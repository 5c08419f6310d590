import { audience } from "#content/audience.ts";
import { CallToAction } from "#site/capture/popup/call-to-action.tsx";
import { dated } from "#site/event/event-words.tsx";
import { Section } from "#site/ui/section.tsx";

export function Audience() {
  return (
    <Section id="para-quem-e" title={dated(audience.title)} className="section--beside">
      <ul className="lined lined--pairs">
        {audience.groups.map(({ who, why }) => (
          <li key={who}>
            <h3>{dated(who)}</h3>
            <p className="quiet">{dated(why)}</p>
          </li>
        ))}
      </ul>
      <div className="invitation">
        <CallToAction label={audience.cta} from="audience" />
      </div>
    </Section>
  );
}
