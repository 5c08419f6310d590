/** Vite gives the styles of a CSS file as a text if the import ends in `?inline`. */
declare module "*.css?inline" {
  const styles: string;
  export default styles;
}
