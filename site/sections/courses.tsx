import { courses } from "#content/courses.ts";
import { dated, Each } from "#site/event/dated.tsx";
import { Section } from "#site/ui/section.tsx";
import "./courses.css";

type Course = (typeof courses.courses)[number];

export function Courses() {
  return (
    <Section id="cursos" title={dated(courses.title)} className="courses">
      <p>{dated(courses.intro)}</p>
      <ul className="courses__grid">
        {courses.courses.map((course) => (
          <CourseCard course={course} key={course.title} />
        ))}
        <li className="courses__materials">
          <h3>{dated(courses.materials.title)}</h3>
          <p>{dated(courses.materials.text)}</p>
        </li>
      </ul>
    </Section>
  );
}

function CourseCard({ course }: { course: Course }) {
  return (
    <li className="courses__card">
      <h3>{dated(course.title)}</h3>
      <ul className="courses__terms quiet">
        {course.included && <li className="courses__included">{dated(courses.included)}</li>}
        <li>
          <s className="courses__price">
            <span className="visually-hidden">{dated(`${courses.fullPrice} `)}</span>
            {course.originalPrice}
          </s>
        </li>
        <Each as="li" texts={courses.perks} />
      </ul>
    </li>
  );
}
