import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FromBridge } from "#contract/bridge";
import { type UpdatedBy, updateWish } from "#contract/bridge-release";
import { say, type Text } from "#contract/texts";
import type { BridgeConfig } from "../config.ts";
import { failurePath, isSigned } from "./installed.ts";

const lookEveryMs = 10_000;
const toldForMs = 86_400_000;

/**
 * A bridge's own part in its update: it has no right to replace itself, so it wishes, and the machine's updater does what
 * `sudo mlango-bridge update` does. What came of it the updater leaves beside the program, where the bridge cannot write.
 */
export class OwnUpdate {
  /** An update was asked for since this process began: the updater is about to end it. */
  isAsked = false;
  readonly #updates: BridgeConfig["updates"];
  readonly #program: string;
  readonly #wish: string;
  readonly #failure: string;
  #lookAt = 0;
  #told: number | undefined;

  /** @param program the folder of the program that runs */
  constructor({ folder, updates }: Pick<BridgeConfig, "folder" | "updates">, program: string) {
    this.#updates = updates;
    this.#program = program;
    this.#wish = join(folder, updateWish);
    this.#failure = failurePath(program);
  }

  /** As it is now: an installation is signed by the time that it serves. */
  get by(): UpdatedBy {
    if (this.#updates !== "service") return this.#updates ?? "hand";
    return isSigned(this.#program) ? "itself" : "hand";
  }

  /** Answers at once: the updater fetches and checks the version before it ends this process. */
  begin(): { ok: boolean; message: Text } {
    const { by } = this;
    if (by !== "itself") return { ok: false, message: say(`update_by_${by}`) };
    try {
      writeFileSync(this.#wish, "");
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { ok: false, message: say("update_not_begun", { why: why.slice(0, 300) }) };
    }
    this.isAsked = true;
    return { ok: true, message: say("update_begun") };
  }

  /** On another link everything is told anew. */
  linkBegan(): void {
    this.#told = undefined;
    this.#lookAt = 0;
  }

  /** @param now monotonic, `wall` of the machine, both ms @param send false if there is no link */
  tick(now: number, wall: number, send: (message: FromBridge) => boolean): void {
    if (this.#updates !== "service" || now < this.#lookAt) return;
    this.#lookAt = now + lookEveryMs;
    const at = statSync(this.#failure, { throwIfNoEntry: false })?.mtimeMs;
    const ageMs = at === undefined ? toldForMs : Math.max(0, Math.round(wall - at));
    if (at === this.#told || ageMs >= toldForMs) return;
    const why = readFileSync(this.#failure, "utf8").trim().slice(0, 300);
    if (!send({ type: "update_failed", ageMs, why })) return;
    this.isAsked = false;
    this.#told = at;
  }
}
