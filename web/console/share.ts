/** What happened: `opened` is WhatsApp in another tab. */
export type Shared = "shared" | "opened" | "copied" | "stopped";

/**
 * Hands a text on: through the phone's own sharing where there is one, else through WhatsApp, else through the clipboard.
 * Call it right from the press of a button: browsers allow none of the three otherwise.
 * @throws what the clipboard says when even copying is not allowed
 */
export async function share(wanted: { title: string; text: string; url?: string }): Promise<Shared> {
  const { title, text, url } = wanted;
  if (navigator.share) {
    try {
      await navigator.share({ title, text, ...(url ? { url } : {}) });
      return "shared";
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === "AbortError") return "stopped";
      console.warn("sharing was refused", cause);
    }
  }
  const whole = url ? `${text}\n${url}` : text;
  const tab = window.open(`https://wa.me/?text=${encodeURIComponent(whole)}`, "_blank");
  if (tab) {
    tab.opener = null;
    return "opened";
  }
  await navigator.clipboard.writeText(whole);
  return "copied";
}
