import { ForOthers, SignedUpSteps } from "#site/capture/popup/call-to-action.tsx";
import { FloatingCta } from "#site/capture/popup/floating-cta.tsx";
import { Island } from "#site/islands/islands.tsx";
import { Audience } from "#site/sections/audience.tsx";
import { Bonuses } from "#site/sections/bonuses.tsx";
import { Courses } from "#site/sections/courses.tsx";
import { Difference } from "#site/sections/difference.tsx";
import { Faq } from "#site/sections/faq.tsx";
import { Footer } from "#site/sections/footer.tsx";
import { Guarantee } from "#site/sections/guarantee.tsx";
import { Hero, heroTitleId } from "#site/sections/hero.tsx";
import { Lessons } from "#site/sections/lessons.tsx";
import { PageHeader } from "#site/sections/page-header.tsx";
import { Presenter } from "#site/sections/presenter.tsx";
import { PriceReveal } from "#site/sections/price-reveal.tsx";
import { PriceStaircase } from "#site/sections/price-staircase.tsx";
import { SignUp } from "#site/sections/sign-up.tsx";
import { Testimonials } from "#site/sections/testimonials.tsx";
import { FirstScreenEnd } from "./fonts/fonts.tsx";
import "./landing-fonts.first.css";

export function Landing({ lateCss = "" }: { lateCss?: string }) {
  return (
    <>
      <PageHeader />
      <main id="conteudo" tabIndex={-1}>
        <section aria-labelledby={heroTitleId}>
          <Hero>
            <SignedUpSteps />
          </Hero>
          <FirstScreenEnd lateCss={lateCss} />
          <Lessons />
        </section>
        <PriceStaircase />
        <Audience />
        <Courses />
        <Bonuses />
        <Difference />
        <Testimonials />
        <PriceReveal />
        <Guarantee />
        <Presenter />
        <Faq />
        <SignUp>
          <Island name="page-form" />
          <ForOthers />
        </SignUp>
      </main>
      <Footer />
      <FloatingCta />
      <Island name="lead-capture" />
    </>
  );
}
