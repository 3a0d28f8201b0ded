import type { App } from "./route.ts";
import { securityHeaders } from "./security-headers.ts";

const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
};

/**
 * The built client files, where they reach the worker at all: deployed, they are answered before it (`wrangler.toml`).
 * Their names carry a hash of their content, so they never change; a missing one is 404, never a page.
 */
export function mountAssets(app: App): void {
  app.get("/assets/:name{[A-Za-z0-9._-]+}", async (hono) => {
    const name = hono.req.param("name");
    const type = types[name.split(".").at(-1) ?? ""];
    const found = type ? await hono.env.ASSETS.fetch(new URL(`/assets/${name}`, hono.req.url)) : null;
    const isThere = found?.status === 200 && type !== undefined;
    const response = new Response(isThere ? found.body : "Not found", {
      status: isThere ? 200 : 404,
      headers: isThere
        ? { "content-type": type, "cache-control": "public, max-age=31536000, immutable" }
        : { "content-type": "text/plain; charset=utf-8" },
    });
    securityHeaders(response.headers);
    return response;
  });
}
