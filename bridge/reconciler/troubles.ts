/** What is wrong with single devices on one router, in a sentence for the people at the site. */
export class Troubles {
  readonly #notes = new Map<string, string>();

  /** "" for none. Says whether that is news. */
  note(mac: string, text: string): boolean {
    if ((this.#notes.get(mac) ?? "") === text) return false;
    if (text) this.#notes.set(mac, text);
    else this.#notes.delete(mac);
    return true;
  }

  clear(): void {
    this.#notes.clear();
  }

  /** At most 300 characters, "" for none. */
  get summary(): string {
    const [first = ""] = this.#notes.values();
    const more = this.#notes.size - 1;
    return (more > 0 ? `${first.slice(0, 250)} And ${more} more.` : first).slice(0, 300);
  }
}
