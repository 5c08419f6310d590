type PictureProps = {
  /** The name of the picture in `public/pictures/`, without width and extension. */
  name: string;
  alt: string;
  width: number;
  height: number;
  /** The width of the picture on the page, as the attribute `sizes`. */
  sizes: string;
};

/** A picture in the two widths that `npm run pictures` makes, AVIF first. It loads when it is near the window. */
export function Picture({ name, alt, width, height, sizes }: PictureProps) {
  const widths = [width / 2, width];
  const sources = (ending: string) =>
    widths.map((pixels) => `/pictures/${name}-${pixels}.${ending} ${pixels}w`).join(", ");
  return (
    <picture>
      <source type="image/avif" srcSet={sources("avif")} sizes={sizes} />
      <img
        src={`/pictures/${name}-${width}.jpg`}
        srcSet={sources("jpg")}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
