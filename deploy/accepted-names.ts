import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Records of which a person said by `--accept website` that the worker may answer in their place, a line for each, beside the settings. On a
 * machine without the file they are asked about again.
 */
export class AcceptedNames {
  private readonly path: string;
  private readonly names: Set<string>;

  /** @param settings path of the settings' file */
  constructor(settings: string) {
    this.path = settings.replace(/\.env$/, ".names");
    const kept = existsSync(this.path) ? readFileSync(this.path, "utf8") : "";
    this.names = new Set(kept.split("\n").filter(Boolean));
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  add(names: readonly string[]): void {
    if (names.length === 0) return;
    for (const name of names) this.names.add(name);
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    writeFileSync(this.path, `${[...this.names].join("\n")}\n`, { mode: 0o600 });
  }
}
