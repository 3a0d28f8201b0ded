// Preloaded into each part of a site (`startPart`): its standard input is a pipe that its starter holds and never writes to.
// When that process is gone, however it died, the part ends, with all that it started.
const patienceMs = 1_000;

process.stdin.on("end", () => {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(0, "SIGKILL"), patienceMs);
});
process.stdin.on("error", () => undefined);
process.stdin.resume().unref();
