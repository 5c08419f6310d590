/** How a change of content or of SITE_URL gets into the page. Under systemd the server must not be able to build. */
export const buildAgain =
  "npm start; under systemd: npm run ready, then systemctl restart black-ahsd";
