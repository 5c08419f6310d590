import { hydrateRoot } from "react-dom/client";

/**
 * The function of React that the page needs. The build puts it into React's own file, which is requested together with
 * the islands: a script that imported React directly would contain the code that adapts React to modules.
 */
export const reactRoots = { hydrateRoot };
