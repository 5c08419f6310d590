import { launch } from "#content/launch.ts";
import { priceStaircase } from "#content/price-staircase.ts";
import { CallToAction } from "#site/capture/popup/call-to-action.tsx";
import { dated, Each, OpenOrAfter, shownIn } from "#site/event/event-words.tsx";
import { HiddenPrice } from "#site/ui/ornaments.tsx";
import { Section } from "#site/ui/section.tsx";
import "./price-staircase.css";

export function PriceStaircase() {
  const { title, paragraphs, after, steps, black, note, cta } = priceStaircase;
  const [first, ...others] = paragraphs;
  return (
    <Section id="o-que-e" title={dated(title)}>
      <div className="section__words">
        <p>
          <OpenOrAfter open={first} after={after} />
        </p>
        <Each as="p" texts={others} />
      </div>
      <ol className="price-staircase__steps">
        {steps.map(({ what, price }) => (
          <li className="price-staircase__step" key={what}>
            <span className="price-staircase__what">{dated(what)}</span>
            <span className="price-staircase__price heading-face">{price}</span>
          </li>
        ))}
        <li className="price-staircase__step price-staircase__offer">
          <span className="price-staircase__what">{dated(black.what)}</span>
          <HiddenPrice currency={launch.currency} label={dated(black.price)} />
        </li>
      </ol>
      <p className="price-staircase__note" {...shownIn("open")}>
        {dated(note)}
      </p>
      <CallToAction label={cta} from="price-staircase" />
    </Section>
  );
}
