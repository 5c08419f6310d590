import { fill } from "#content/filled.ts";
import { lessons } from "#content/lessons.ts";
import { links } from "#content/links.ts";
import { dated } from "#site/event/event-words.tsx";
import { Picture } from "#site/ui/picture.tsx";
import { Section } from "#site/ui/section.tsx";
import "./lessons.css";

/**
 * The section with the free lessons. Each lesson is a poster that links to the video; a press replaces the poster by
 * the player (`play-videos.ts`). Before the press the page sends no request to the video's platform.
 */
export function Lessons() {
  return (
    <Section id="aulas-gratuitas" title={dated(lessons.title)} className="lessons">
      <p className="quiet">{dated(lessons.text)}</p>
      {/* With seven lessons, the usual number, the styles make the first lesson large. */}
      <ul className="lessons__list" data-lessons={lessons.lessons.length}>
        {lessons.lessons.map(({ video, title }) => (
          <li className="lessons__lesson" key={video}>
            <a
              className="video"
              href={fill(links.videoPage, { video: links.videos[video] })}
              aria-label={fill(lessons.playLabel, { title })}
              data-player={fill(links.videoPlayer, { video: links.videos[video] })}
            >
              <span className="video__poster">
                <Picture name={`aula-${video}`} alt="" width={640} height={360} />
                <svg className="video__play" viewBox="0 0 48 48" aria-hidden="true">
                  <circle cx="24" cy="24" r="23" />
                  <path d="M19 15.5v17L33.5 24Z" />
                </svg>
              </span>
              <span className="video__title">{title}</span>
            </a>
          </li>
        ))}
      </ul>
      {import.meta.env.DRAWN_LESSONS && <p className="quiet">{dated(lessons.drawings)}</p>}
    </Section>
  );
}
