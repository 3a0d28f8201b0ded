// A bridge whose clock is moved by whoever started it: `{ pass: ms }` lets time go by, and is answered when everything is
// done that was due. Its settings are in the environment; OFFSET is how far its clock is ahead of this machine's.
import { readConfig } from "#bridge/config";
import { startBridge } from "#bridge/start-bridge";

let offset = Number(process.env.OFFSET ?? 0);
const bridge = startBridge(readConfig(process.env), {
  clock: {
    now: () => Date.now() + offset,
    monotonic: () => Math.floor(performance.timeOrigin + performance.now()) + offset,
    machineBoot: "one machine",
  },
  tickMs: 100,
});

process.on("message", (message: { pass: number }) => {
  void (async () => {
    offset += message.pass;
    bridge.tick();
    await bridge.agent.idle();
    bridge.tick();
    await bridge.agent.idle();
    process.send?.({ passed: message.pass });
  })();
});
process.on("disconnect", () => process.exit(0));
process.once("SIGTERM", () => void bridge.stop().then(() => process.exit(0)));
process.send?.({ ready: true });
