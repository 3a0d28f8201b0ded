// What the tests need besides npm's packages: a Chromium and an independent RouterOS client. Taken where the machine has
// them, fetched where it has not.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

const systemBrowsers = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of a Chromium or Chrome of the machine, or null for Playwright's own. */
export function systemBrowser() {
  return systemBrowsers.find((path) => path && existsSync(path)) ?? null;
}

function quietly(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: "ignore", timeout: 300_000 }).status === 0;
}

let updated = false;
function apt(name) {
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get")) return false;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const [command, ...rest] = [...sudo, "apt-get"];
  if (!updated) updated = quietly(command, [...rest, "update"]);
  return quietly(command, [...rest, "install", "-y", "--no-install-recommends", name]);
}

export async function provide() {
  if (!systemBrowser()) {
    console.log("Fetching a browser for the tests …");
    const playwright = join(root, "node_modules", "playwright-core", "cli.js");
    if (!quietly(process.execPath, [playwright, "install", "chromium"])) apt("chromium");
  }
  if (!quietly("/usr/bin/python3", ["-c", "import librouteros"])) {
    console.log("Fetching python3-librouteros, by which the simulated router is checked …");
    apt("python3-librouteros");
  }
}
