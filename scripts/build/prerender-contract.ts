/**
 * What `site/prerender.tsx` offers to the build and to the dev server. Said again here, because the
 * site's own types need a browser and the scripts have none.
 */
export type Prerender = {
  pages: Page[];
  renderPage: (page: Page, assets: Assets, publication: Publication) => Promise<string>;
  textFiles: (publication: Publication) => { file: string; text: string }[];
};

type Publication = { siteUrl: string; now: Date };
type Assets = { css: string; scripts: string[] };

export type Page = {
  /** The file it becomes in the built site. */
  file: string;
  /** The module whose style sheets it carries. */
  module: string;
  /** The one script it loads, if any. */
  script?: string;
};
