import { useState } from "react";
import { fill } from "#content/filled.ts";
import { lessons } from "#content/lessons.ts";
import { links } from "#content/links.ts";
import { Island } from "#site/ui/island.tsx";
import { Section } from "#site/ui/section.tsx";
import { VideoFacade } from "#site/ui/video-facade.tsx";
import "./lessons.css";

/** The section with the free lessons. Of seven lessons, which is the usual number, the first is large. */
export function Lessons() {
  return (
    <Section id="aulas-gratuitas" title={lessons.title} className="lessons">
      <p className="lessons__text">{lessons.text}</p>
      <Island name="lesson-players">
        <LessonPlayers />
      </Island>
    </Section>
  );
}

/**
 * Only one lesson plays at a time: when the visitor starts another lesson, the one that played shows its poster again.
 */
export function LessonPlayers() {
  const [playing, setPlaying] = useState<string>();
  return (
    <ul className="lessons__list" data-lessons={lessons.lessons.length}>
      {lessons.lessons.map(({ video, title }) => (
        <li className="lessons__lesson" key={video}>
          <VideoFacade
            pageUrl={fill(links.videoPage, { video: links.videos[video] })}
            playerUrl={fill(links.videoPlayer, { video: links.videos[video] })}
            title={title}
            playLabel={fill(lessons.playLabel, { title })}
            poster={`aula-${video}`}
            playing={playing === video}
            onPlay={() => setPlaying(video)}
          />
        </li>
      ))}
    </ul>
  );
}
