import { launch } from "#content/launch.ts";
import { paths } from "#content/paths.ts";
import { phases as words } from "#content/phases.ts";
import type { Phase } from "#event/phase.ts";
import { ButtonLink } from "#site/ui/button.tsx";
import { NewTabLink } from "#site/ui/new-tab-link.tsx";
import { InPhase, shownIn } from "./in-phase.tsx";

type EnterClassProps = { phases?: readonly Phase[]; className?: string; href?: string };

/** The way into the class, while its room is open. */
export function EnterClass(props: EnterClassProps) {
  const { phases = ["doors", "live"], className = "", href = paths.live } = props;
  return (
    <ButtonLink className={className} href={href} {...shownIn(...phases)}>
      {words.enter}
    </ButtonLink>
  );
}

/** The link to the recording, if there is one. */
export function WatchReplay() {
  const { replay } = launch.event;
  if (replay === "none") return null;
  return (
    <InPhase in={["replay"]}>
      <NewTabLink href={replay.address}>{words.watchReplay}</NewTabLink>
    </InPhase>
  );
}
