import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/site/processes.ts";
import { computedPart, withComputed } from "./table.ts";

// `npm run costs`: computes docs/costs.md anew from what is counted.

const path = join(root, "docs", "costs.md");
writeFileSync(path, withComputed(readFileSync(path, "utf8")));
console.log(computedPart());
