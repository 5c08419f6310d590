import { hydrateRoot } from "react-dom/client";

/**
 * What the page needs of React. The build puts it into React's own file, which is requested together with the islands:
 * a script that imported React directly would contain the code that adapts React to modules.
 */
export const reactRoots = { hydrateRoot };
