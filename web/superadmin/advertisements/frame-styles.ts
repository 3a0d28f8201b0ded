/** How the frame of an advertisement's own HTML begins inside the page's markup (web/portal/ad-frame.ts). */
const innerStart = "&lt;!doctype html&gt;&lt;meta charset=&quot;utf-8&quot;&gt;&lt;style";

/**
 * A frame made of text lives under this page's security policy, which lets in styles that carry its nonce. Text of the
 * advertisement is escaped in the markup, so that it never contains a style's beginning.
 */
export function letStylesIn(html: string, nonce: string): string {
  return html
    .replaceAll("<style>", `<style nonce="${nonce}">`)
    .replaceAll(innerStart, `${innerStart} nonce=&quot;${nonce}&quot;`);
}
