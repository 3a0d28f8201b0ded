import { makeContext } from "../../context.ts";
import type { FromBridge } from "../../contract/bridge.ts";
import type { UpdatedBy } from "../../contract/bridge-release.ts";
import { isNewer } from "../../contract/values/newer-version.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import type { Env } from "../../env.ts";
import { log } from "../../log.ts";
import type { UpdateNow, UpdateTold } from "../entitlements/index.ts";
import type { BridgeLink } from "./bridge-link.ts";
import type { BridgeStorage } from "./bridge-storage.ts";
import type { Hello } from "./handshake.ts";
import type { LiveRequests } from "./live-requests.ts";
import { comeBackMs } from "./wave-state.ts";

type Failure = Omit<Extract<FromBridge, { type: "update_failed" }>, "type">;

/** @property written what D1 has of it: version, and how it is updated */
type Kept = {
  written: string | null;
  by: UpdatedBy | null;
  told: { version: string; at: number } | null;
  failure: { at: number; why: string } | null;
};

const nothing: Kept = { written: null, by: null, told: null, failure: null };
const answerWithinMs = 8_000;
/** A failure that is said again on a new link counts as the same one when its age differs by less than this. */
const sameMs = minuteMs;

/** Which version the bridge runs and how it is updated: said when it dials in, written to D1 when it changed. */
export class BridgeUpdate {
  private readonly env: Env;
  private readonly storage: BridgeStorage;
  private readonly link: BridgeLink;
  private readonly requests: LiveRequests;

  constructor(env: Env, storage: BridgeStorage, link: BridgeLink, requests: LiveRequests) {
    this.env = env;
    this.storage = storage;
    this.link = link;
    this.requests = requests;
  }

  /** Never throws: what D1 did not take is written at the next link. */
  async linkBegan(bridgeId: string, { version, updatedBy = "hand" }: Hello): Promise<void> {
    const { written } = this.kept();
    const said = `${version} ${updatedBy}`;
    if (written === said) return;
    const isOther = written?.split(" ")[0] !== version;
    this.keep({ by: updatedBy, ...(isOther && { told: null, failure: null }) });
    const { platform, now } = makeContext(this.env);
    try {
      await platform.run(
        sql`INSERT INTO bridge_programs (bridge_id, version, updated_by, since)
          VALUES (${bridgeId}, ${version}, ${updatedBy}, ${now()})
          ON CONFLICT (bridge_id) DO UPDATE SET version = excluded.version, updated_by = excluded.updated_by,
            since = iif(version = excluded.version, since, excluded.since),
            failed_at = iif(version = excluded.version, failed_at, NULL),
            failure = iif(version = excluded.version, failure, NULL)`,
      );
      this.keep({ written: said });
    } catch (cause) {
      log("error", "bridge version", cause, { bridge: bridgeId });
    }
  }

  /** @param running what it dialled in with last */
  now(running: string | null): UpdateNow {
    const { by, told, failure } = this.kept();
    const isUpdating = told !== null && Date.now() - told.at < comeBackMs;
    return {
      by,
      isUpdating: isUpdating && isNewer(told.version, running ?? ""),
      failure: failure?.why ?? null,
    };
  }

  async tell(version: string, running: string | null): Promise<UpdateTold> {
    if (running !== null && !isNewer(version, running)) return { kind: "current" };
    const { told } = this.kept();
    const at = Date.now();
    if (told?.version === version && at - told.at < comeBackMs) return { kind: "told" };
    if (!this.link.ready()) return { kind: "offline" };
    if (!this.link.understands({ kind: "update" })) return { kind: "unable" };
    // Kept with what is sent: who asks again after a crash tells it no second time.
    this.keep({ told: { version, at }, failure: null });
    const answer = await this.requests.ask(this.link, { kind: "update", version }, answerWithinMs);
    if (answer.kind !== "answered" || answer.ok) return { kind: "told" };
    this.keep({ told: null });
    return { kind: "refused", message: answer.message };
  }

  /** The machine went on with the version before. */
  async failed(bridgeId: string, { ageMs, why }: Failure): Promise<void> {
    const at = Date.now() - Math.min(ageMs, dayMs);
    const { failure } = this.kept();
    if (failure && failure.why === why && Math.abs(failure.at - at) < sameMs) return;
    await makeContext(this.env).platform.run(
      sql`UPDATE bridge_programs SET failed_at = ${at}, failure = ${why} WHERE bridge_id = ${bridgeId}`,
    );
    this.keep({ told: null, failure: { at, why } });
  }

  private kept(): Kept {
    const [row] = exec(this.storage.sql(), sql<{ body: string }>`SELECT body FROM program`).toArray();
    return row ? (JSON.parse(row.body) as Kept) : nothing;
  }

  private keep(changes: Partial<Kept>): void {
    const body = JSON.stringify({ ...this.kept(), ...changes });
    exec(this.storage.sql(), sql`INSERT OR REPLACE INTO program (one, body) VALUES (1, ${body})`);
  }
}
