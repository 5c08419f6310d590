import type { MouseEvent } from "react";
import { Picture } from "./picture.tsx";
import "./video-facade.css";

type VideoFacadeProps = {
  /** The URL of the video's page on its platform. `playerUrl` is the URL of the player that replaces the poster. */
  pageUrl: string;
  playerUrl: string;
  title: string;
  playLabel: string;
  poster: string;
  playing: boolean;
  onPlay: () => void;
};

/**
 * A poster that links to the video. A press replaces the poster by the player; before the press the page sends no
 * request to the video's platform.
 */
export function VideoFacade({ playing, onPlay, ...video }: VideoFacadeProps) {
  const { pageUrl, playerUrl, title, playLabel, poster } = video;
  function play(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onPlay();
  }

  if (playing) return <Player url={playerUrl} title={title} />;
  return (
    <a className="video-facade" href={pageUrl} aria-label={playLabel} onClick={play}>
      <span className="video-facade__poster">
        <Picture
          name={poster}
          alt=""
          width={640}
          height={360}
          sizes="(min-width: 64rem) 24rem, (min-width: 48rem) 46vw, 90vw"
        />
        <svg className="video-facade__play" viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="23" />
          <path d="M19 15.5v17L33.5 24Z" />
        </svg>
      </span>
      <span className="video-facade__title">{title}</span>
    </a>
  );
}

function Player({ url, title }: { url: string; title: string }) {
  return (
    <div className="video-facade">
      <iframe
        className="video-facade__poster"
        src={url}
        title={title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        ref={(frame) => frame?.focus()}
        onLoad={(event) => renewFocus(event.currentTarget)}
      />
      <span className="video-facade__title">{title}</span>
    </div>
  );
}

/**
 * Focuses the player again after it has loaded: in Chromium the keyboard does not reach a frame that was focused before
 * it loaded. If the visitor has moved the focus meanwhile, it stays where it is.
 */
function renewFocus(frame: HTMLIFrameElement): void {
  if (document.activeElement !== frame) return;
  frame.blur();
  frame.focus();
}
