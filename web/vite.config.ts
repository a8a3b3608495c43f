import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The explorer's files, as the API serves them: dist/web/ below /explorer. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/explorer/",
  plugins: [react()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    // The policy lets no data: address in, except for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { "/graphql": process.env.EXPLORER_API ?? "http://127.0.0.1:4000" } },
});
