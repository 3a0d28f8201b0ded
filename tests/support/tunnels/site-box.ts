import { join } from "node:path";
import type { Site } from "../site/site.ts";
import type { Machine } from "./machines.ts";
import { WayToWorker } from "./way-to-worker.ts";

/** A provider's own bridge on a machine of a test's own, enrolled by a code of its console. */
export class SiteBox {
  private readonly machine: Machine;
  private readonly way: WayToWorker;

  private constructor(machine: Machine, site: Site) {
    this.machine = machine;
    this.way = new WayToWorker(machine, site);
  }

  static async install(site: Site, machine: Machine, code: string): Promise<SiteBox> {
    const box = new SiteBox(machine, site);
    await box.way.open();
    const env = { BRIDGE_DIR: join(machine.dir, "bridge"), MLANGO_ORIGIN: site.main };
    const enrolment = await machine.start({
      name: "enrolment",
      script: "bridge/main.ts",
      arguments: ["enrol", code],
      env,
    });
    await enrolment.stop();
    await machine.start({ name: "bridge", script: "bridge/main.ts", arguments: ["run"], env });
    return box;
  }

  async powerOff(): Promise<void> {
    this.way.cut();
    await this.machine.powerOff();
  }
}
