/** In a file of its own: what runs before React comes must not bring a component along. */
export const leadPopupId = "lead-popup";
