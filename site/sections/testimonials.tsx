import { fill } from "#content/filled.ts";
import { testimonials } from "#content/testimonials.ts";
import { CallToAction } from "#site/capture/popup/call-to-action.tsx";
import { dated } from "#site/event/event-words.tsx";
import { Picture } from "#site/ui/picture.tsx";
import { Section } from "#site/ui/section.tsx";
import "./testimonials.css";

const { title, pictures, alt, previous, next, position, to, carousel, cta } = testimonials;
const count = pictures.length;
const [before, after] = fill(position, { count }).split("{number}");

/** The number of slides that `testimonials.css` shows at once on a wide screen. */
const maxInView = 3;

/**
 * The section with the testimonials. It is left out if there are none, because its title promises testimonials. Its
 * slides scroll without script, also by keyboard (Safari needs `tabIndex` for that). With script, arrow buttons go from
 * slide to slide, and from the last slide to the first: see `move-carousel.ts`.
 */
export function Testimonials() {
  if (count === 0) return null;
  return (
    <Section id="depoimentos" title={dated(title)} capitals>
      <section
        className="carousel"
        aria-label={carousel}
        data-slides={count <= maxInView ? count : undefined}
      >
        <ul className="carousel__track" tabIndex={0} data-carousel="">
          {pictures.map((name, index) => (
            <li className="carousel__slide" key={name}>
              <Picture
                name={name}
                alt={fill(alt, { number: index + 1 })}
                width={720}
                height={900}
              />
            </li>
          ))}
        </ul>
        <div className="carousel__controls">
          <Arrow label={previous} points="M12 4 6 10l6 6" steps={-1} />
          <p className="carousel__position quiet" aria-live="polite" aria-atomic="true">
            {before}
            <span data-to={to}>1</span>
            {after}
          </p>
          <Arrow label={next} points="m8 4 6 6-6 6" steps={1} />
        </div>
      </section>
      <CallToAction label={cta} from="testimonials" />
    </Section>
  );
}

function Arrow({ label, points, steps }: { label: string; points: string; steps: number }) {
  return (
    <button className="carousel__arrow" type="button" aria-label={label} data-steps={steps}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={points} fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  );
}
