import { useState } from "react";
import { hero } from "#content/hero.ts";
import { links } from "#content/links.ts";
import { inWords } from "#event/event-words.ts";
import { Island } from "#site/ui/island.tsx";
import { Scene } from "#site/ui/scene.tsx";
import { VideoFacade } from "#site/ui/video-facade.tsx";
import "./lessons.css";

/** The free lessons of the hero: one wide, the others in a grid. */
export function Lessons() {
  return (
    <Scene id="aulas-gratuitas" title={inWords(hero.lessonsTitle)} className="lessons">
      <p className="lessons__text">{inWords(hero.lessonsText)}</p>
      <Island name="lesson-players">
        <LessonPlayers />
      </Island>
    </Scene>
  );
}

/** One plays at a time: to start another puts its poster back in place of the first. */
export function LessonPlayers() {
  const [playing, setPlaying] = useState<string>();
  return (
    <ul className="lessons__list">
      {hero.lessons.map(({ video, title }) => (
        <li className="lessons__lesson" key={video}>
          <VideoFacade
            pageUrl={addressOf(links.videoPage, video)}
            playerUrl={addressOf(links.videoPlayer, video)}
            title={title}
            playLabel={hero.playLabel.replace("{title}", title)}
            poster={`aula-${video}`}
            playing={playing === video}
            onPlay={() => setPlaying(video)}
          />
        </li>
      ))}
    </ul>
  );
}

function addressOf(pattern: string, video: keyof typeof links.videos): string {
  return pattern.replace("{video}", links.videos[video]);
}
