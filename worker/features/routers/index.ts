export { routerForSale, routerOf, type Sale } from "./router-for-sale.ts";
export { addRouter, assignedRouters, type RouterSecrets, routersOfBridge } from "./store.ts";
