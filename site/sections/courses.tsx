import { courses } from "#content/courses.ts";
import { dated, Each } from "#site/event/event-words.tsx";
import { Section } from "#site/ui/section.tsx";
import "./courses.css";

export function Courses() {
  return (
    <Section id="cursos" title={dated(courses.title)}>
      <p>{dated(courses.intro)}</p>
      <ul className="courses__grid">
        {courses.courses.map(({ title, included, originalPrice }) => (
          <li key={title}>
            <h3>{dated(title)}</h3>
            <ul className="courses__terms small quiet">
              {included && <li className="courses__included">{dated(courses.included)}</li>}
              <li>
                <s className="courses__price">
                  <span className="visually-hidden">{dated(`${courses.fullPrice} `)}</span>
                  {originalPrice}
                </s>
              </li>
              <Each as="li" texts={courses.perks} />
            </ul>
          </li>
        ))}
        <li className="courses__materials">
          <h3>{dated(courses.materials.title)}</h3>
          <p>{dated(courses.materials.text)}</p>
        </li>
      </ul>
    </Section>
  );
}
