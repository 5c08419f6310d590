import { PageForm } from "#site/capture/form/page-form.tsx";
import { LeadCapture } from "#site/capture/popup/lead-capture.tsx";

/** The interactive parts of the page. They take no props: in the browser only the name in the HTML leads to a part. */
export const islands = {
  "lead-capture": LeadCapture,
  "page-form": PageForm,
};

/** An interactive part: rendered into the page by the server, hydrated there by React at the first use of a form. */
export function Island({ name }: { name: keyof typeof islands }) {
  const Part = islands[name];
  return (
    <div data-island={name}>
      <Part />
    </div>
  );
}
