export { activeGateway, addGateway, type Gateway, gatewaySecrets } from "./store.ts";
