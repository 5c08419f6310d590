/** One version of each Node release line that the README names. The unit tests run on all these versions. */
export const triedNodes = ["22.23.3", "24.21.0", "26.10.0"];
