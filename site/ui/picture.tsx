type PictureProps = {
  /** The name of the picture in `public/pictures/`, without width and extension. */
  name: string;
  alt: string;
  width: number;
  height: number;
  /** The width of the picture on the page, as the attribute `sizes`. Usually one to three pictures are side by side. */
  sizes?: string;
};

const oneToThree = "(min-width: 64rem) 24rem, (min-width: 48rem) 46vw, 90vw";

/**
 * A picture as AVIF in the two widths that `npm run pictures` makes, or as JPEG for the few browsers without AVIF. The
 * browser loads the picture when it is near the window.
 */
export function Picture({ name, alt, width, height, sizes = oneToThree }: PictureProps) {
  const sources = [width / 2, width].map((pixels) => `/pictures/${name}-${pixels}.avif ${pixels}w`);
  return (
    <picture>
      <source type="image/avif" srcSet={sources.join(", ")} sizes={sizes} />
      <img
        src={`/pictures/${name}-${width}.jpg`}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
