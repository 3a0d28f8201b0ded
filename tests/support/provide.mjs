// What the tests need besides npm's packages: a Chromium, an old Chromium, an independent RouterOS client, readers of
// printed pages and QR codes, and OpenVPN. Taken where the machine has them, fetched where it has not.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

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

/** Commands that check what we make, what for, and the packages that they come with. */
const readers = {
  zbarimg: ["zbar-tools", "by which printed vouchers are read"],
  pdftoppm: ["poppler-utils", "by which printed vouchers are read"],
  mactelnet: ["mactelnet-client", "by which routers' announcements are read"],
  "/usr/sbin/openvpn": ["openvpn", "by which the routers' tunnels are checked"],
  wg: ["wireguard-tools", "by which the routers' tunnels are checked"],
  "wireguard-go": ["wireguard-go", "by which the routers' tunnels are checked"],
  "/usr/sbin/nginx": ["nginx-light", "by which the relay for gateways is run"],
  caddy: ["caddy", "by which the relay for gateways is run, too"],
  tcc: ["tcc", "by which the clock of a whole site is moved"],
  "/usr/sbin/nft": ["nftables", "by which the routers' tunnels are kept apart"],
};

let updated = false;
function apt(name) {
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get")) return false;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  // By this runlevel no package starts its service: it is the program that is wanted.
  const [command, ...rest] = [...sudo, "env", "RUNLEVEL=1", "apt-get"];
  if (!updated) updated = quietly(command, [...rest, "update"]);
  return quietly(command, [...rest, "install", "-y", "--no-install-recommends", name]);
}

/**
 * Chromium 72 for Linux, of January 2019, as it was packed for AWS Lambda: what a cheap phone that never updates its
 * WebView runs. It is no dependency, because nobody who only runs the product needs its 35 MB.
 */
const oldRelease = {
  package: "chrome-aws-lambda@1.11.1",
  archive: "chrome-aws-lambda-1.11.1.tgz",
  sha512:
    "a8b02dc419501e5d65c7c03aba3b23133481feb4feddf21e928f2942698d06ab8498ee4295bd73838d9215cc451a8ba56cc5561599967edc1c3de75e4af39712",
  member: "package/bin/chromium-72.0.3617.0.br",
};
const oldFolder = join(root, "node_modules", ".cache", "chromium-72");
const oldPath = join(oldFolder, "chromium-72.0.3617.0");

function npm(args) {
  const script = process.env.npm_execpath;
  return script ? quietly(process.execPath, [script, ...args]) : quietly("npm", args);
}

/** Fetches it once; whoever comes second finds it whole or not at all. */
function fetchOldBrowser() {
  mkdirSync(oldFolder, { recursive: true });
  const folder = mkdtempSync(join(oldFolder, "fetching-"));
  try {
    if (!npm(["pack", oldRelease.package, "--pack-destination", folder])) throw new Error("npm pack failed");
    const archive = join(folder, oldRelease.archive);
    const sha512 = createHash("sha512").update(readFileSync(archive)).digest("hex");
    if (sha512 !== oldRelease.sha512) throw new Error(`${oldRelease.package} is not what it was: ${sha512}`);
    if (!quietly("tar", ["-xzf", archive, "-C", folder, oldRelease.member])) throw new Error("tar failed");
    const packed = readFileSync(join(folder, oldRelease.member));
    writeFileSync(join(folder, "chromium"), brotliDecompressSync(packed), { mode: 0o755 });
    renameSync(join(folder, "chromium"), oldPath);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Path of Chromium 72, fetched if it is not there yet. */
export function oldBrowser() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("The old Chromium exists for Linux on x64 only.");
  }
  if (!existsSync(oldPath)) {
    console.log("Fetching Chromium 72, an old phone's browser …");
    fetchOldBrowser();
    // It brings most of what it needs along; the libraries of NSS it does not.
    if (!quietly(oldPath, ["--version", "--no-sandbox"])) apt("libnss3");
  }
  return oldPath;
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
  for (const [command, [name, purpose]] of Object.entries(readers)) {
    if (["--version", "-v", "version"].some((word) => quietly(command, [word]))) continue;
    console.log(`Fetching ${name}, ${purpose} …`);
    apt(name);
  }
  try {
    oldBrowser();
  } catch (cause) {
    // The tests that need it fail and say the same; all others go on.
    console.log(cause.message);
  }
}
