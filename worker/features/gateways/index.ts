export { AirtelSecrets, platformAirtel } from "./airtel.ts";
export { BankSecrets } from "./bank.ts";
export { type CollectedService, gatewayFor, gatewaysChanged, servicesOf } from "./gateway-for.ts";
export { MpesaSecrets, platformMpesa, publicTestShortCode } from "./mpesa.ts";
export type { Standing } from "./standing.ts";
export { activeGateway, addGateway, type Gateway, gatewaySecrets } from "./store.ts";
