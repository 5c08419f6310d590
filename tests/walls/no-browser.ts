// The server and the pure folders must not know the browser's types. Their type checks include this file, and fail
// otherwise.

// @ts-expect-error: of the browser
void document;
// @ts-expect-error: of the browser
void window;

export {};
