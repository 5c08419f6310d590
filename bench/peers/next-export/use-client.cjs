// The product's own files do not say it, because the product has no server components.
module.exports = (source) => `"use client";\n${source}`;
