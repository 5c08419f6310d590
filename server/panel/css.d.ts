/** With `?inline`, Vite gives the styles as a text. */
declare module "*.css?inline" {
  const styles: string;
  export default styles;
}
