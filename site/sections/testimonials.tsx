import { testimonials } from "#content/testimonials.ts";
import { inWords } from "#event/event-words.ts";
import { OpenLeadPopup } from "#site/capture/popup/open-lead-popup.tsx";
import { Carousel, CarouselSlide } from "#site/ui/carousel.tsx";
import { Island } from "#site/ui/island.tsx";
import { Picture } from "#site/ui/picture.tsx";
import { Scene } from "#site/ui/scene.tsx";
import "./testimonials.css";

const { title, count, alt, previous, next, position, carousel, cta } = testimonials;
const numbers = Array.from({ length: count }, (_, index) => index + 1);
const sizes = "(min-width: 64rem) 24rem, (min-width: 48rem) 46vw, 90vw";

export function Testimonials() {
  return (
    <Scene id="depoimentos" title={inWords(title)} className="testimonials">
      <Island name="testimonial-carousel">
        <TestimonialCarousel />
      </Island>
      <OpenLeadPopup label={cta} from="testimonials" />
    </Scene>
  );
}

export function TestimonialCarousel() {
  const words = { label: carousel, previous, next, position };
  return (
    <Carousel {...words} count={count}>
      {numbers.map((number) => (
        <CarouselSlide key={number}>
          <Picture
            name={`depoimento-${number}`}
            alt={alt.replace("{number}", String(number))}
            width={720}
            height={900}
            sizes={sizes}
          />
        </CarouselSlide>
      ))}
    </Carousel>
  );
}
