import { clientFile } from "../contract/system.ts";
import { refuse } from "../errors.ts";
import { type App, route } from "../http/route.ts";

const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  sh: "text/x-shellscript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
};

/** Deployed, they are answered before the worker (`wrangler.toml`). Named by their content; a missing one is 404, never a page. */
export function mountAssets(app: App): void {
  route(app, clientFile, async ({ ctx, url, params: { name } }) => {
    const type = types[name.split(".").at(-1) ?? ""];
    const found = type ? await ctx.env.ASSETS.fetch(new URL(`/assets/${name}`, url)) : null;
    if (!type || found?.status !== 200) throw refuse("not_found", "no_such_file");
    return new Response(found.body, {
      headers: { "content-type": type, "cache-control": "public, max-age=31536000, immutable" },
    });
  });
}
