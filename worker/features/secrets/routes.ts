import * as contract from "../../contract/secrets.ts";
import { type App, route } from "../../http/route.ts";
import { rootSecrets } from "./root-secrets.ts";

export function mountSecrets(app: App): void {
  route(app, contract.rootSecrets, ({ ctx }) => rootSecrets(ctx));
}
