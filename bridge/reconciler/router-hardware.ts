import { type Router, RouterFault } from "../router.ts";

/** Asks a router which box it is; one that once kept silent about it is not asked again: it would end the connection. */
export class RouterHardware {
  #isAsked = true;

  /**
   * Whatever was configured on it or restored to it: RouterOS licenses each box by an id of its own (`software-id`;
   * `system-id` on a CHR). Undefined where the user may not read it or there is none.
   */
  async read(router: Router): Promise<string | undefined> {
    if (!this.#isAsked) return undefined;
    try {
      const [row] = await router.print("/system/license", {}, ["software-id", "system-id"]);
      return row?.["software-id"] || row?.["system-id"] || undefined;
    } catch (error) {
      if (!(error instanceof RouterFault)) throw error;
      if (error.kind === "trap") return undefined;
      if (error.kind === "timeout") this.#isAsked = false;
      throw error;
    }
  }
}
