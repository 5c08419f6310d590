type PictureProps = {
  /** The name of the picture in `public/pictures/`, without width and extension. */
  name: string;
  alt: string;
  width: number;
  height: number;
  /** The width of the picture on the page, as the attribute `sizes`. */
  sizes: string;
};

/**
 * A picture as AVIF in the two widths that `npm run pictures` makes, or as JPEG for the few browsers without AVIF. It
 * loads when it is near the window.
 */
export function Picture({ name, alt, width, height, sizes }: PictureProps) {
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
