/** The other way the package is used: one weight of a face, in the format that fontconfig reads. */
declare module "subset-font" {
  type FixedFace = { targetFormat: "truetype"; variationAxes: Record<string, number> };
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: FixedFace,
  ): Promise<Buffer>;
}
