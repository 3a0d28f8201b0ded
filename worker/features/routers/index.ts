export { addOwnRouter, retireStatements, unassignStatement } from "./own-routers.ts";
export {
  changeStatements,
  newRouterStatement,
  type RouterFields,
  type RouterRow,
  raiseEpoch,
  refuseTaken,
  routerRow,
} from "./platform-routers.ts";
export { judge, weigh } from "./preflight/judge.ts";
export { onlyRouter, routerForSale, routerOf, type Sale } from "./router-for-sale.ts";
export {
  finishSetup,
  newSetup,
  pendingSetups,
  type Setup,
  type SetupSecrets,
  setupByToken,
  setupOf,
} from "./setups.ts";
export {
  addRouter,
  assignedRouters,
  type OwnedRouter,
  openSecrets,
  type RouterSecrets,
  routersBriefly,
  routersChanged,
  routersOfBridge,
  tunnelUnknown,
} from "./store.ts";
