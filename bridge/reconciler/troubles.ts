import { say, type Text } from "#contract/texts";

/** What is wrong with single devices on one router, for the people at the site. */
export class Troubles {
  readonly #notes = new Map<string, Text>();

  /** Null for nothing. Says whether that is news. */
  note(mac: string, text: Text | null): boolean {
    if (JSON.stringify(this.#notes.get(mac) ?? null) === JSON.stringify(text)) return false;
    if (text) this.#notes.set(mac, text);
    else this.#notes.delete(mac);
    return true;
  }

  clear(): void {
    this.#notes.clear();
  }

  /** The first, and how many more; null for none. */
  get summary(): Text | null {
    const [first = null] = this.#notes.values();
    const more = this.#notes.size - 1;
    return first && more > 0 ? say("trouble_and_more", { trouble: first, count: more }) : first;
  }
}
