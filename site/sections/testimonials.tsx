import { fill } from "#content/filled.ts";
import { testimonials } from "#content/testimonials.ts";
import { CallToAction } from "#site/capture/popup/call-to-action.tsx";
import { dated } from "#site/event/dated.tsx";
import { Carousel, CarouselSlide } from "#site/ui/carousel/carousel.tsx";
import { Picture } from "#site/ui/picture.tsx";
import { Section } from "#site/ui/section.tsx";

const { title, pictures, alt, previous, next, position, to, carousel, cta } = testimonials;

/** The section with the testimonials. It is left out while there are none, because its title promises them. */
export function Testimonials() {
  const count = pictures.length;
  if (count === 0) return null;
  return (
    <Section id="depoimentos" title={dated(title)} className="testimonials" capitals>
      <Carousel
        label={carousel}
        previous={previous}
        next={next}
        position={fill(position, { count })}
        to={to}
        count={count}
      >
        {pictures.map((name, index) => (
          <CarouselSlide key={name}>
            <Picture name={name} alt={fill(alt, { number: index + 1 })} width={720} height={900} />
          </CarouselSlide>
        ))}
      </Carousel>
      <CallToAction label={cta} from="testimonials" />
    </Section>
  );
}
