/** One version of each line of Node that the README names. The unit tests run on all of them. */
export const triedNodes = ["22.23.3", "24.21.0", "26.10.0"];
