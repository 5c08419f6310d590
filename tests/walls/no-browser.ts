// The server and the pure rooms must not know the browser's types. Their type checks read this file, and fail if they do.

// @ts-expect-error: of the browser
void document;
// @ts-expect-error: of the browser
void window;

export {};
