/** Vite plugin: `npm run gallery` shows every component on the built files, under the policy of the site. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const PAGE = new URL("../gallery/index.html", import.meta.url);

export function gallery(): Plugin {
  return {
    name: "carteado-gallery",
    configurePreviewServer(server) {
      server.middlewares.use("/gallery", (request, response) => {
        response.setHeader("Content-Type", "text/html; charset=utf-8");
        response.setHeader("Content-Security-Policy", "default-src 'self'");
        response.end(inTheme(readFileSync(PAGE, "utf8"), new URL(request.url ?? "/", "http://gallery").searchParams));
      });
    },
  };
}

/** `/gallery?theme=dark&deck=four` renders the attributes as the server would from its cookies. */
function inTheme(page: string, choice: URLSearchParams): string {
  const attributes = ["theme", "deck"].flatMap((name) => {
    const value = choice.get(name);
    return value && /^[a-z]+$/.test(value) ? [`data-${name}="${value}"`] : [];
  });
  return page.replace("<html", ["<html", ...attributes].join(" "));
}
