export { routersNow } from "./assigned-routers.ts";
export { readAssignments } from "./assignments.ts";
export { bridgeAway, bridgesOf, siteNow } from "./choose-bridge.ts";
export { deviceIsListed, refuseFlood, visitorIsListed } from "./listed-devices.ts";
export { readOwnDevices } from "./own-devices.ts";
export { cutOf, refuseUnknownProvider } from "./platform-store.ts";
export { judge, weigh } from "./preflight/judge.ts";
export { removeRouter } from "./remove-router.ts";
export { giveBackAll } from "./return-to-platform.ts";
export { routerForSale, routerOf, type Sale } from "./router-for-sale.ts";
export { isOwnRouter, routerNames } from "./router-names.ts";
export {
  type FormerSeller,
  formerSellersDue,
  type Left,
  lookedAt,
  mayComeBack,
  sellersOfBridge,
  sellersOfRouter,
} from "./sellers.ts";
export { epochAboveAll } from "./serving-epoch.ts";
export { finishSetup } from "./setups.ts";
export { renewLogIns } from "./shared-log-in.ts";
export { assignedRouters, routersBriefly } from "./store.ts";
export {
  handOver,
  knowsTunnelHost,
  tellOtherTunnelHosts,
  tunnelHostsThere,
} from "./transfer-to-tunnel-host.ts";
