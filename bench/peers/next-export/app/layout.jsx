import "../../styles.js";

export const metadata = { title: "Black AHSD", icons: "/favicon.svg" };
export const viewport = { width: "device-width", initialScale: 1, themeColor: "#0a080e" };

export default function Layout({ children }) {
  return (
    <html lang="pt-BR" data-phase="before">
      <head>
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          href="/assets/besley-2.woff2"
          crossOrigin=""
        />
      </head>
      <body>{children}</body>
    </html>
  );
}
