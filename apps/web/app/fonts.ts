import localFont from "next/font/local";

/** IBM Plex (OFL, licence beside the files), served by the console itself. */
export const sans = localFont({
  src: "../styles/fonts/ibm-plex-sans-latin-wght-normal.woff2",
  weight: "100 700",
  variable: "--font-plex-sans",
  display: "swap",
});

export const mono = localFont({
  src: [
    { path: "../styles/fonts/ibm-plex-mono-latin-400-normal.woff2", weight: "400" },
    { path: "../styles/fonts/ibm-plex-mono-latin-600-normal.woff2", weight: "600" },
  ],
  variable: "--font-plex-mono",
  display: "swap",
  preload: false,
});
