import { launch } from "#content/launch.ts";
import { phases, revealed } from "#content/phases.ts";
import { priceReveal } from "#content/price-reveal.ts";
import { CallToAction } from "#site/capture/popup/call-to-action.tsx";
import { Each, InPhase, OpenOrAfter, shownIn, unrevealed } from "#site/event/event-words.tsx";
import { HiddenPrice } from "#site/ui/ornaments.tsx";
import { Section } from "#site/ui/section.tsx";
import "./price-reveal.css";

export function PriceReveal() {
  return (
    <Section
      id="valor"
      title={<OpenOrAfter open={priceReveal.title} after={revealed.title} />}
      className="price-reveal section--beside"
      capitals
      {...shownIn("open", "over", "replay")}
      spotlight
    >
      <div className="section__words">
        <div className="price-reveal__price">
          <HiddenPrice
            currency={launch.currency}
            label={
              <InEach
                before={priceReveal.priceLabel}
                live={phases.livePriceLabel}
                after={revealed.priceLabel}
              />
            }
          />
        </div>
        <p>
          <InEach before={priceReveal.intro} live={phases.liveIntro} after={revealed.intro} />
        </p>
        <ul className="bullets">
          <Each as="li" texts={priceReveal.willShow} />
        </ul>
        <p>
          <InEach before={priceReveal.closing} live={phases.liveClosing} after={revealed.closing} />
        </p>
      </div>
      <div className="invitation">
        <CallToAction label={priceReveal.cta} from="price-reveal" />
      </div>
    </Section>
  );
}

type InEachProps = { before: string; live: string; after: string };

/** One of three sentences: until the price is revealed, during the class, or after it. */
function InEach({ before, live, after }: InEachProps) {
  return (
    <>
      <InPhase in={unrevealed}>{before}</InPhase>
      <InPhase in={["live"]}>{live}</InPhase>
      <InPhase in={["after"]}>{after}</InPhase>
    </>
  );
}
