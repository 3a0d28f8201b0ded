import { type CarriedPage, carriedSince, lastTable, type PlacedPage, putBack } from "./carried-rows.ts";
import { exec } from "./executor.ts";
import { sql } from "./sql.ts";

/** Pages that go over a restore, in the storage of another object. */
type Keeper = {
  keep(page: PlacedPage): Promise<void>;
  kept(after: string): Promise<PlacedPage[]>;
  forgetKept(): Promise<void>;
};

/** `unchanged`: the storage did not go back. */
export type RestoreEnd = "restored" | "unchanged";

/** In the storage itself: it is gone once that has gone back. @param begunAt names this restore: the moment may lie in an earlier one */
const begunKey = (begunAt: number) => `restore begun ${begunAt}`;

/**
 * Takes the storage of one provider back to a moment, in two calls, since the object ends between them. `begin` takes along what
 * came since about money and access, `end` puts it back.
 */
export class ProviderRestore {
  private readonly storage: DurableObjectStorage;
  private readonly keeper: () => Keeper;

  constructor(storage: DurableObjectStorage, keeper: () => Keeper) {
    this.storage = storage;
    this.keeper = keeper;
  }

  /** The object has to end after it, and to answer nothing meanwhile. @throws where the storage can't go back: nothing was changed */
  async begin(at: number, begunAt: number): Promise<void> {
    await this.storage.put(begunKey(begunAt), at);
    const bookmark = await this.storage.getBookmarkForTime(at);
    const keeper = this.keeper();
    await keeper.forgetKept();
    let count = 0;
    for (const page of carriedSince(this.storage.sql, at)) {
      await keeper.keep({ ...page, place: String(count).padStart(8, "0") });
      count += 1;
    }
    await this.storage.sync();
    await this.storage.onNextSessionRestoreBookmark(bookmark);
  }

  /** Repeatable until it has ended. */
  async end(begunAt: number): Promise<RestoreEnd> {
    const isUnchanged = (await this.storage.get(begunKey(begunAt))) !== undefined;
    if (!isUnchanged) {
      await this.eachPage((page) => putBack(this.storage.sql, page));
      await this.eachPage((page) => {
        if (page.table === lastTable) putBack(this.storage.sql, page);
      });
      // They came back as they were: some had ended since.
      exec(this.storage.sql, sql`DELETE FROM sessions`);
    }
    await this.storage.delete(begunKey(begunAt));
    await this.keeper().forgetKept();
    return isUnchanged ? "unchanged" : "restored";
  }

  private async eachPage(work: (page: CarriedPage) => void): Promise<void> {
    let after = "";
    for (;;) {
      const pages = await this.keeper().kept(after);
      const last = pages.at(-1);
      if (!last) return;
      for (const page of pages) this.storage.transactionSync(() => work(page));
      after = last.place;
    }
  }
}
