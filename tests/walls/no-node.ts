// The page and the pure folders must not know Node's types. Their type checks include this file, and fail otherwise.

// @ts-expect-error: of Node
void process;
// @ts-expect-error: of Node
void Buffer;

export {};
