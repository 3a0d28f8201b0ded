/** What happened: `opened` is WhatsApp in another tab. */
type Shared = "shared" | "opened" | "copied" | "stopped";

/** WhatsApp with this text, to a number or to whom one chooses there. @param phone `254…` */
export function whatsAppAddress(text: string, phone: string | null = null): string {
  return `https://wa.me/${phone ?? ""}?text=${encodeURIComponent(text)}`;
}

/** A letter to be sent by the phone's own program; without `to` one chooses there. */
export function mailAddress({ to = "", ...letter }: { to?: string; subject: string; body: string }): string {
  // Mail programs read a plus as a plus.
  const query = new URLSearchParams(letter).toString().replaceAll("+", "%20");
  return `mailto:${encodeURIComponent(to)}?${query}`;
}

/** Web Share, else WhatsApp, else the clipboard. Call it from a click handler. @throws when copying is not allowed */
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
  const tab = window.open(whatsAppAddress(whole), "_blank");
  if (tab) {
    tab.opener = null;
    return "opened";
  }
  await navigator.clipboard.writeText(whole);
  return "copied";
}
