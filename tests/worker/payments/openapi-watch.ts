import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { openapiCheck } from "../../simulators/openapi-check.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";

/**
 * Everything that our client sends to a gateway in this file, held against the gateway's own description. `asked` are the
 * paths since the last `forget`, `wrong` what did not fit.
 */
export function watchWire(openapi: Parameters<typeof openapiCheck>[0]) {
  const check = openapiCheck(openapi);
  let opened: PaymentWorld | undefined;
  let asked: string[] = [];
  let wrong: string[] = [];
  const world = () => {
    if (!opened) throw new Error("the world is not open");
    return opened;
  };
  beforeAll(async () => {
    opened = await openWorld();
  });
  beforeEach(async () => {
    await world().renew();
    asked = [];
    wrong = [];
    world().wire = async (request) => {
      const { pathname: path } = new URL(request.url);
      const { method, headers } = request;
      if (path.startsWith("/control/")) return undefined;
      asked.push(path);
      wrong.push(...check.request({ method, path, headers, body: await request.text() }));
      return undefined;
    };
  });
  afterEach(() => {
    world().wire = null;
  });
  afterAll(() => world().close());
  return {
    world,
    asked: () => asked,
    wrong: () => wrong,
    forget() {
      asked = [];
    },
  };
}
