import type { OpenPorts } from "../../contract/bridge-requests.ts";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
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

export class ScanStorage {
  private readonly kept: BridgeStorage;

  constructor(kept: BridgeStorage) {
    this.kept = kept;
  }

  all(): KeptScan[] {
    return exec(this.kept.sql(), sql<{ body: string }>`SELECT body FROM scan ORDER BY at DESC`)
      .toArray()
      .map((row) => JSON.parse(row.body) as KeptScan);
  }

  keep(scan: KeptScan): void {
    exec(
      this.kept.sql(),
      sql`INSERT OR REPLACE INTO scan (id, at, body)
        VALUES (${scan.id}, ${scan.at}, ${JSON.stringify(scan)})`,
    );
  }

  drop(id: string): void {
    exec(this.kept.sql(), sql`DELETE FROM scan WHERE id = ${id}`);
  }

  dropBefore(at: number): void {
    exec(this.kept.sql(), sql`DELETE FROM scan WHERE at < ${at}`);
  }
}
