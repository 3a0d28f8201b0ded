export { addOwnRouter, retireStatements, unassignStatement } from "./own-routers.ts";
export {
  addPlatformRouter,
  changeStatements,
  type RouterFields,
  type RouterRow,
  raiseEpoch,
  routerRow,
} from "./platform-routers.ts";
export { routerForSale, routerOf, type Sale } from "./router-for-sale.ts";
export {
  addRouter,
  assignedRouters,
  type OwnedRouter,
  openSecrets,
  type RouterSecrets,
  routersOfBridge,
  tunnelUnknown,
} from "./store.ts";
