/**
 * The key under which the browser remembers, for the rest of the visit, that the popup was open. It has a file of its
 * own because the journeys use it too, and they are compiled without the types of the DOM.
 */
export const popupOpenedKey = "popup-opened";
