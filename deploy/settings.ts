import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseEnv } from "node:util";
import { isSecretSetting, type SettingName, settingNames } from "../worker/env.ts";
import { Refused } from "./refused.ts";

// Where a deployment's own vars and secrets are kept on the machine that deploys: `.deploy/<environment>.env`, readable
// by its owner alone and ignored by git. docs/deploy.md, "Settings", lists them.

export type Values = Partial<Record<SettingName, string>>;

export const root = join(import.meta.dirname, "..");

export class SettingsFile {
  readonly path: string;
  values: Values;

  /** @throws Refused when it names something that is no setting */
  constructor(folder: string, environment: string) {
    this.path = join(folder, `${environment}.env`);
    const given = existsSync(this.path) ? parseEnv(readFileSync(this.path, "utf8")) : {};
    const unknown = Object.keys(given).filter((name) => !isSettingName(name));
    if (unknown.length > 0)
      throw new Refused(`${this.shownPath} names ${unknown.join(", ")}, which is no setting. Mend its name.`);
    this.values = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  }

  get shownPath(): string {
    return relative(process.cwd(), this.path) || this.path;
  }

  /** Written at once, so that what was made up is on disk before anything depends on it. */
  add(more: Values): void {
    this.values = { ...this.values, ...more };
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const before = existsSync(this.path) ? readFileSync(this.path, "utf8").trimEnd() : "";
    const kept = before
      .split("\n")
      .filter((line) => !Object.keys(more).some((name) => line.startsWith(`${name}=`)));
    const added = Object.entries(more).map(([name, value]) => `${name}=${value}`);
    writeFileSync(this.path, `${[...kept, ...added].filter(Boolean).join("\n")}\n`, { mode: 0o600 });
  }

  vars(): Record<string, string> {
    return this.only((name) => !isSecretSetting(name));
  }

  secrets(): Record<string, string> {
    return this.only(isSecretSetting);
  }

  private only(isWanted: (name: SettingName) => boolean): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.values).filter(([name]) => isSettingName(name) && isWanted(name)),
    );
  }
}

export function madeUpSecret(): string {
  return randomBytes(32).toString("hex");
}

function isSettingName(name: string): name is SettingName {
  return (settingNames as readonly string[]).includes(name);
}
