import { Picture } from "./picture.tsx";
import "./video-facade.css";

type VideoFacadeProps = {
  /** The URL of the video's page on its platform. `playerUrl` is the URL of the player that replaces the poster. */
  pageUrl: string;
  playerUrl: string;
  title: string;
  playLabel: string;
  poster: string;
};

/**
 * A poster that links to the video. A press replaces the poster by the player (`play-videos.ts`); before the press the
 * page sends no request to the video's platform.
 */
export function VideoFacade({ pageUrl, playerUrl, title, playLabel, poster }: VideoFacadeProps) {
  return (
    <a className="video-facade" href={pageUrl} aria-label={playLabel} data-player={playerUrl}>
      <span className="video-facade__poster">
        <Picture name={poster} alt="" width={640} height={360} />
        <svg className="video-facade__play" viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="23" />
          <path d="M19 15.5v17L33.5 24Z" />
        </svg>
      </span>
      <span className="video-facade__title">{title}</span>
    </a>
  );
}
