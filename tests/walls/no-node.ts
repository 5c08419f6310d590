// The page and the pure rooms must not know Node's types. Their type checks read this file, and fail if they do.

// @ts-expect-error: of Node
void process;
// @ts-expect-error: of Node
void Buffer;

export {};
