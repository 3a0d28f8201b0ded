import { mediaFile } from "../../contract/branding.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { pictureBy } from "./media.ts";

/** A picture opened as a page of its own shows pixels and runs nothing. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Stored pictures by the hash of their bytes: what is behind an address never changes. */
export function mountMedia(app: App): void {
  route(app, mediaFile, async ({ ctx, request, params: { hash } }) => {
    const tag = `"${hash}"`;
    const headers = {
      etag: tag,
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": policy,
    };
    // The tag is the hash of the bytes.
    if (namesTag(request.headers.get("if-none-match"), tag))
      return new Response(null, { status: 304, headers });
    const picture = await pictureBy(ctx, hash);
    if (!picture) throw refuse("not_found", "no_such_picture");
    return new Response(picture.bytes, { headers: { ...headers, "content-type": picture.type } });
  });
}

/** Networks that compress on the way make tags weak. */
function namesTag(header: string | null, tag: string): boolean {
  return (header ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
