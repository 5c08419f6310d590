// Runs before the page's own scripts. Presses the first call to action after every frame, as soon as it and the popup are
// in the page, records whether the popup opened, and closes it again.
globalThis.presses = [];
afterFrame();

function afterFrame() {
  requestAnimationFrame(() => setTimeout(press));
}

function press() {
  const call = document.querySelector("[data-cta='hero']");
  const popup = document.getElementById("lead-popup");
  if (call && popup) {
    call.click();
    presses.push(popup.open);
    popup.close();
  }
  afterFrame();
}
