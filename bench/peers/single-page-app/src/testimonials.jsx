import useEmblaCarousel from "embla-carousel-react";
import { testimonials } from "#content/testimonials.ts";
import { OpenLeadPopup } from "../../../../site/capture/popup/open-lead-popup.tsx";
import { Picture } from "#site/ui/picture.tsx";
import { Section } from "#site/ui/section.tsx";
import "#site/sections/testimonials.css";
import "../../../../site/ui/carousel/carousel.css";

const { title, pictures, alt, previous, next, cta } = testimonials;

export function Testimonials() {
  const [track, embla] = useEmblaCarousel({ loop: true });
  return (
    <Section id="depoimentos" title={title} className="testimonials">
      <div className="carousel" ref={track}>
        <ul className="carousel__track" style={{ overflow: "visible" }}>
          {pictures.map((name, index) => (
            <li className="carousel__slide" key={name}>
              <Picture
                name={name}
                alt={alt.replace("{number}", String(index + 1))}
                width={720}
                height={900}
                sizes="(min-width: 64rem) 24rem, (min-width: 48rem) 46vw, 90vw"
              />
            </li>
          ))}
        </ul>
        <button type="button" onClick={() => embla?.scrollPrev()}>
          {previous}
        </button>
        <button type="button" onClick={() => embla?.scrollNext()}>
          {next}
        </button>
      </div>
      <OpenLeadPopup label={cta} from="testimonials" />
    </Section>
  );
}
