import type { Read } from "#contract/router-facts";
import type { RouterRow } from "../router.ts";

/** What every rule carries beside what it asks for: its place in the list, its counters, and what is done with it. */
const said = new Set([
  ...[
    ".id",
    ".nextid",
    ".about",
    "chain",
    "action",
    "comment",
    "disabled",
    "dynamic",
    "invalid",
    "creation-time",
  ],
  ...["bytes", "packets", "log", "log-prefix", "hw-offload", "reject-with"],
  ...["connection-state", "in-interface", "out-interface"],
]);

const isForEstablished = (state = "established") => state.split(",").includes("established");

/** Rules as far as it can be told whom they concern: one that asks for more than interfaces and state is not plain. */
export function plainRules(rows: readonly RouterRow[]): Read<"filter"> {
  return rows.map((row) => ({
    action: (row.action ?? "accept").slice(0, 200),
    in: row["in-interface"]?.slice(0, 200) ?? null,
    out: row["out-interface"]?.slice(0, 200) ?? null,
    isPlain:
      isForEstablished(row["connection-state"]) &&
      Object.entries(row).every(([name, value]) => said.has(name) || value === ""),
  }));
}
