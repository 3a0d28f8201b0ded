import type { OpenPorts } from "../../contract/bridge-requests.ts";
import type { BridgeStorage } from "./bridge-storage.ts";

/** A scan as its bridge last told of it, at `at`. */
export type KeptScan = {
  id: string;
  state: "running" | "done" | "cancelled";
  subnets: string[];
  checked: number;
  total: number;
  found: OpenPorts[];
  at: number;
};

/** What a BridgeObject keeps of scans. */
export class ScanStorage {
  private readonly kept: BridgeStorage;

  constructor(kept: BridgeStorage) {
    this.kept = kept;
  }

  /** The newest first. */
  all(): KeptScan[] {
    return this.kept
      .sql()
      .exec<{ body: string }>("SELECT body FROM scan ORDER BY at DESC")
      .toArray()
      .map((row) => JSON.parse(row.body) as KeptScan);
  }

  keep(scan: KeptScan): void {
    this.kept
      .sql()
      .exec(
        "INSERT OR REPLACE INTO scan (id, at, body) VALUES (?1, ?2, ?3)",
        scan.id,
        scan.at,
        JSON.stringify(scan),
      );
  }

  drop(id: string): void {
    this.kept.sql().exec("DELETE FROM scan WHERE id = ?1", id);
  }

  dropBefore(at: number): void {
    this.kept.sql().exec("DELETE FROM scan WHERE at < ?1", at);
  }
}
