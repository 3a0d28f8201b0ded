import type { Speed } from "#contract/values/speed";
import { profileName, speedOfProfile } from "../marks.ts";
import type { Router, RouterRow } from "../router.ts";
import { parseRateLimit, rateLimit } from "../router-values.ts";
import { userPath } from "./read-device.ts";

const path = `${userPath}/profile`;
const fields = [".id", "name", "rate-limit", "shared-users"];

const valuesOf = (speed: Speed) => ({
  "rate-limit": rateLimit(speed),
  "shared-users": "1",
  "keepalive-timeout": "5m",
  "idle-timeout": "none",
  "session-timeout": "0s",
  "add-mac-cookie": "no",
  "transparent-proxy": "no",
});

/** False for a limit that cannot be read, as ours can. */
function isRight(row: RouterRow, speed: Speed): boolean {
  try {
    const limit = parseRateLimit(row["rate-limit"]);
    const isOfSpeed = limit.upKbps === speed.upKbps && limit.downKbps === speed.downKbps;
    return isOfSpeed && row["shared-users"] === "1";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** What was read of all devices together, and of all profiles, is too old to act on after this. */
export const readForMs = 3_000;

/** The profiles of one router, over one connection. Devices that are let in together share what is read of them, and what is written. */
export class Profiles {
  readonly #router: Router;
  readonly #now: () => number;
  #read: { at: number; rows: Promise<Map<string, RouterRow>> } | undefined;
  readonly #underWay = new Map<string, Promise<void>>();

  /** @param now monotonic milliseconds */
  constructor(router: Router, now: () => number) {
    this.#router = router;
    this.#now = now;
  }

  /** By their names. */
  read(): Promise<Map<string, RouterRow>> {
    const now = this.#now();
    if (!this.#read || now - this.#read.at > readForMs) this.#read = { at: now, rows: this.#rows() };
    return this.#read.rows;
  }

  forget(): void {
    this.#read = undefined;
  }

  /** There is one of this speed. */
  ensure(speed: Speed): Promise<void> {
    const name = profileName(speed);
    const one =
      this.#underWay.get(name) ?? this.#ensure(name, speed).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, one);
    return one;
  }

  /** Restores those of ours that were changed by hand: a session keeps the speed that its profile had at log-in. */
  async putRight(): Promise<void> {
    this.forget();
    for (const name of (await this.read()).keys()) {
      const speed = speedOfProfile(name);
      if (speed) await this.ensure(speed);
    }
  }

  async #ensure(name: string, speed: Speed): Promise<void> {
    try {
      const rows = await this.read();
      const row = rows.get(name);
      if (row && isRight(row, speed)) return;
      const values = { name, ...valuesOf(speed) };
      const id = row?.[".id"];
      if (id) await this.#router.set(path, id, valuesOf(speed));
      rows.set(name, { ...values, ".id": id ?? (await this.#router.add(path, values)) });
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  async #rows(): Promise<Map<string, RouterRow>> {
    const rows = await this.#router.print(path, {}, fields);
    return new Map(rows.map((row) => [row.name ?? "", row]));
  }
}
