export { requireDeploymentToken } from "./open-providers.ts";
export { sweepWatches } from "./sweep-watches.ts";
