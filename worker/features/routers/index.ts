export { addOwnRouter, retireStatements } from "./own-routers.ts";
export { routerForSale, routerOf, type Sale } from "./router-for-sale.ts";
export {
  addRouter,
  assignedRouters,
  type OwnedRouter,
  type RouterSecrets,
  routersBriefly,
  routersChanged,
  routersOfBridge,
} from "./store.ts";
