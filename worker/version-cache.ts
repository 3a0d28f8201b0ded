import type { Context } from "./context.ts";

/**
 * What was made of the platform's rows and of a provider's plans: kept in the provider's object until one of them changes, elsewhere for
 * three seconds at most. Only for what may be that old: money and access read afresh.
 */
export class VersionCache<T> {
  private readonly values = new Map<string, { value: T; version: string }>();
  private readonly underWay = new Map<string, { value: Promise<T>; version: string }>();
  private readonly most: number;

  /** @param most of these at once: an isolate's memory is 128 MB */
  constructor(most = 2_000) {
    this.most = most;
  }

  forgetAll(): void {
    this.values.clear();
  }

  async get(ctx: Context, key: string, read: () => Promise<T>): Promise<T> {
    const version = ctx.version();
    // An isolate may have the objects of several providers.
    const place = `${ctx.atProvider} ${key}`;
    const found = this.values.get(place);
    if (found && found.version === version) return found.value;
    // All who wait in an object while it renews something would read it at once. Elsewhere what one reads is lost where it left.
    if (ctx.atProvider === null || version === null) return this.read(ctx, place, version, read);
    const other = this.underWay.get(place);
    if (other?.version === version) return other.value;
    const own = { value: this.read(ctx, place, version, read), version };
    this.underWay.set(place, own);
    try {
      return await own.value;
    } finally {
      if (this.underWay.get(place) === own) this.underWay.delete(place);
    }
  }

  private async read(
    ctx: Context,
    place: string,
    version: string | null,
    read: () => Promise<T>,
  ): Promise<T> {
    const value = await read();
    // What changed meanwhile may be in it or not.
    if (version !== null && version === ctx.version()) {
      if (this.values.size >= this.most) this.values.clear();
      this.values.set(place, { value, version });
    }
    return value;
  }
}
