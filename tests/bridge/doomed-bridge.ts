import { readConfig } from "#bridge/config";
import { openRouter, type Router } from "#bridge/router";
import { startBridge } from "#bridge/start-bridge";

/**
 * Runs a bridge that is killed at one of its writes to the router, counted from 1; its settings are in the environment.
 * "before": the journal knows, the router does not. "after": the router knows, the bridge never hears of it.
 */
export function runDoomedBridge(doom: number, when: string): void {
  let writes = 0;
  async function doomed<T>(write: () => Promise<T>): Promise<T> {
    writes += 1;
    if (writes !== doom) return write();
    if (when === "after") await write();
    process.kill(process.pid, "SIGKILL");
    return new Promise(() => undefined);
  }

  startBridge(readConfig(process.env), {
    log: () => undefined,
    openRouter: (address, options) => risky(openRouter(address, options)),
  });

  function risky(router: Router): Router {
    const { apart, add, set, remove, run } = router;
    const own: Partial<Router> = {
      apart: () => risky(apart()),
      add: (...row) => doomed(() => add(...row)),
      set: (...row) => doomed(() => set(...row)),
      remove: (...row) => doomed(() => remove(...row)),
      run: (...row) => doomed(() => run(...row)),
    };
    return Object.assign(router, own);
  }
}
