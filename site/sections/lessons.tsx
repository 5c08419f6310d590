import { fill } from "#content/filled.ts";
import { lessons } from "#content/lessons.ts";
import { links } from "#content/links.ts";
import { dated } from "#site/event/dated.tsx";
import { Section } from "#site/ui/section.tsx";
import { VideoFacade } from "#site/ui/video-facade.tsx";
import "./lessons.css";

/** The section with the free lessons. Of seven lessons, which is the usual number, the first is large. */
export function Lessons() {
  return (
    <Section id="aulas-gratuitas" title={dated(lessons.title)} className="lessons">
      <p className="lessons__text">{dated(lessons.text)}</p>
      <ul className="lessons__list" data-lessons={lessons.lessons.length}>
        {lessons.lessons.map(({ video, title }) => (
          <li className="lessons__lesson" key={video}>
            <VideoFacade
              pageUrl={fill(links.videoPage, { video: links.videos[video] })}
              playerUrl={fill(links.videoPlayer, { video: links.videos[video] })}
              title={title}
              playLabel={fill(lessons.playLabel, { title })}
              poster={`aula-${video}`}
            />
          </li>
        ))}
      </ul>
      {import.meta.env.DRAWN_LESSONS && <p className="lessons__text">{dated(lessons.drawings)}</p>}
    </Section>
  );
}
