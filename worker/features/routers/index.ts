export { routerForSale, type Sale } from "./router-for-sale.ts";
export { addRouter, assignedRouters, type RouterSecrets, routerAssignment } from "./store.ts";
