import { courses } from "#content/courses.ts";
import { Section } from "#site/ui/section.tsx";
import "./courses.css";

type Course = (typeof courses.courses)[number];

export function Courses() {
  return (
    <Section id="cursos" title={courses.title} className="courses">
      <p className="courses__intro">{courses.intro}</p>
      <ul className="courses__grid">
        {courses.courses.map((course) => (
          <CourseCard course={course} key={course.title} />
        ))}
        <li className="courses__materials">
          <h3>{courses.materials.title}</h3>
          <p>{courses.materials.text}</p>
        </li>
      </ul>
    </Section>
  );
}

function CourseCard({ course }: { course: Course }) {
  return (
    <li className="courses__card">
      <h3>{course.title}</h3>
      <ul className="courses__perks">
        {courses.perks.map((perk) => (
          <li key={perk}>{perk}</li>
        ))}
      </ul>
      <p className="courses__terms">
        {course.included && <span className="courses__included">{courses.included}</span>}
        <s className="courses__price">
          <span className="visually-hidden">{courses.fullPrice} </span>
          {course.originalPrice}
        </s>
      </p>
    </li>
  );
}
