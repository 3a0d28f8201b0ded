export { MpesaSecrets, platformMpesa, publicTestShortCode } from "./mpesa.ts";
export { activeGateway, addGateway, type Gateway, gatewaySecrets } from "./store.ts";
