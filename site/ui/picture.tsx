type PictureProps = {
  /** The name of the picture in `public/pictures/`, without width and ending. */
  name: string;
  alt: string;
  width: number;
  height: number;
  /** How wide it stands on the page, as CSS says it. */
  sizes: string;
};

/** A picture in the widths that `npm run pictures` made, AVIF first; loaded when it comes near. */
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
