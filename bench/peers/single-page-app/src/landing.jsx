import { useEffect, useState } from "react";
import { launch } from "#content/launch.ts";
import { FloatingCta } from "../../../../site/capture/popup/floating-cta.tsx";
import { showFloatingCta } from "../../../../site/capture/popup/show-floating-cta.ts";
import { PageForm } from "../../../../site/capture/form/page-form.tsx";
import { Audience } from "#site/sections/audience.tsx";
import { Bonuses } from "#site/sections/bonuses.tsx";
import { Courses } from "#site/sections/courses.tsx";
import { Difference } from "#site/sections/difference.tsx";
import { Footer } from "#site/sections/footer.tsx";
import { Guarantee } from "#site/sections/guarantee.tsx";
import { Hero } from "#site/sections/hero.tsx";
import { Lessons } from "#site/sections/lessons.tsx";
import { PageHeader } from "#site/sections/page-header.tsx";
import { Presenter } from "#site/sections/presenter.tsx";
import { PriceReveal } from "#site/sections/price-reveal.tsx";
import { PriceStaircase } from "#site/sections/price-staircase.tsx";
import { SignUp } from "#site/sections/sign-up.tsx";
import { playVideos } from "#site/ui/play-videos.ts";
import { LeadDialog } from "./lead-dialog.jsx";
import { Questions } from "./questions.jsx";
import { Testimonials } from "./testimonials.jsx";

export function Landing() {
  const [open, setOpen] = useState(false);

  useEffect(() => {
    // What the page does when its script has come.
    document.documentElement.dataset.scripted = "";
    showFloatingCta(document);
    playVideos(document);
    const timer = setTimeout(() => setOpen(true), launch.popupDelayMs);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div onClick={(event) => event.target.closest("[data-cta]") && setOpen(true)}>
      <PageHeader />
      <main id="conteudo">
        <Hero />
        <Lessons />
        <PriceStaircase />
        <Audience />
        <Courses />
        <Bonuses />
        <Difference />
        <Testimonials />
        <PriceReveal />
        <Guarantee />
        <Presenter />
        <Questions />
        <SignUp>
          <PageForm />
        </SignUp>
      </main>
      <Footer />
      <FloatingCta />
      <LeadDialog open={open} onOpenChange={setOpen} />
    </div>
  );
}
