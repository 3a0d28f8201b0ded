// Debian's OpenVPN on a machine of a test's own. As its service does it, it is started again when it ends, and has no right over the
// network where it runs as somebody else. Arguments: whom to be, "" for this user; then OpenVPN's own.
import { type ChildProcess, spawn } from "node:child_process";

const [user = "", ...own] = process.argv.slice(2);
const unprivileged =
  user === ""
    ? []
    : ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--bounding-set=-all"];
const [program = "", ...args] = [...unprivileged, "/usr/sbin/openvpn", ...own];
let child: ChildProcess;

function start(): void {
  child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] });
  child.once("exit", () => setTimeout(start, 300));
}

process.once("SIGTERM", () => {
  child.removeAllListeners("exit");
  child.once("exit", () => process.exit(0));
  child.kill();
});
start();
console.log(JSON.stringify({ ready: true }));
