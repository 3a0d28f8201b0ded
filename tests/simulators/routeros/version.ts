/** What differs between the RouterOS versions that the simulator can be. */

export type RouterVersion = "6.49.18" | "7.10.2" | "7.18.2" | "7.22.3";

export interface VersionFacts {
  /** As `/system/resource` shows it. */
  readonly label: string;
  /** Nothing may be set before it: "cannot set time before package build time". */
  readonly builtAt: number;
  readonly buildTimeText: string;
  /** Since 7.18 a print without rows says `!empty` before `!done`. */
  readonly saysEmpty: boolean;
  /** `nov/20/2026` on version 6, `2026-11-20` since about 7.10. */
  readonly dateFormat: "iso" | "month";
  /** Version 6 has no /system/device-mode; the flags per feature came with 7.17. */
  readonly deviceMode: "none" | "mode" | "flags";
  readonly noSuchItem: string;
  /** Arguments of `print` beyond those that every version knows (command trees of 7.10.2, 7.18.2, 7.22.3). */
  readonly printArguments: readonly string[];
  /** `otp-secret` of a hotspot user. */
  readonly userOtpSecret: boolean;
}

const facts: Record<RouterVersion, VersionFacts> = {
  "6.49.18": {
    label: "6.49.18 (long-term)",
    builtAt: Date.UTC(2025, 1, 27),
    buildTimeText: "Feb/27/2025 15:57:32",
    saysEmpty: false,
    dateFormat: "month",
    deviceMode: "none",
    noSuchItem: "no such item (4)",
    printArguments: ["follow-strict"],
    userOtpSecret: false,
  },
  "7.10.2": {
    label: "7.10.2 (stable)",
    builtAt: Date.UTC(2023, 6, 12),
    buildTimeText: "Jul/12/2023 09:45:11",
    saysEmpty: false,
    dateFormat: "iso",
    deviceMode: "mode",
    noSuchItem: "no such item (4)",
    printArguments: ["follow-strict"],
    userOtpSecret: false,
  },
  "7.18.2": {
    label: "7.18.2 (stable)",
    builtAt: Date.UTC(2025, 2, 11),
    buildTimeText: "2025-03-11 11:59:04",
    saysEmpty: true,
    dateFormat: "iso",
    deviceMode: "flags",
    noSuchItem: "no such item",
    printArguments: ["group-by"],
    userOtpSecret: false,
  },
  "7.22.3": {
    label: "7.22.3 (stable)",
    builtAt: Date.UTC(2026, 4, 6),
    buildTimeText: "2026-05-06 08:13:40",
    saysEmpty: true,
    dateFormat: "iso",
    deviceMode: "flags",
    noSuchItem: "no such item",
    printArguments: ["group-by", "comments", "on-event", "timestamp", "show-sensitive"],
    userOtpSecret: true,
  },
};

export function versionFacts(version: RouterVersion): VersionFacts {
  return facts[version];
}
