export { MpesaSecrets, platformMpesa, publicTestShortCode } from "./mpesa.ts";
export { gatewayOfPaybill, ownPaybill, typedRegistered } from "./paybill.ts";
export { activeGateway, addGateway, type Gateway, gatewaySecrets } from "./store.ts";
