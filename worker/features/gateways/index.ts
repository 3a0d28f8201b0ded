export { AirtelSecrets, airtelAppTag, airtelBase, isAirtelCallback, platformAirtel } from "./airtel.ts";
export { BankSecrets, longestReference, shortAddressRoom } from "./bank.ts";
export {
  countedFaults,
  type Fault,
  type FaultRow,
  forgetFaults,
  gatewaySubject,
  mendBreaker,
  noteFault,
  noteGatewayFault,
  notePlatformFault,
  noteWorked,
  readFault,
  storedFault,
  suspendedGateways,
  tripBreaker,
} from "./breaker.ts";
export { providerCollectingAt } from "./collecting-account.ts";
export {
  collectingPaybill,
  collectingPaybillRegistered,
  consentFor,
  isCollectingPaybill,
} from "./collecting-paybill.ts";
export {
  type CollectionTerms,
  collectionOf,
  collectionSwitchStatements,
  collectionTerms,
  consentToCollection,
  refuseDebtor,
  withdrawCollection,
} from "./collection.ts";
export {
  appSubject,
  type BreakerRow,
  breakerRows,
  type CollectingRows,
  collectingRows,
  type FoundGateway,
  gatewayFor,
  type Health,
  healthNow,
  healthOf,
  relaySubject,
  servicesOf,
} from "./gateway-for.ts";
export { gatewayKinds, ownWalletTypes, platformApp } from "./gateway-kinds.ts";
export { MpesaSecrets, platformMpesa } from "./mpesa.ts";
export { whoOf } from "./notify-change.ts";
export { gatewayOfPaybill, ownPaybill, paybillRegistered, typedPaybill } from "./paybill.ts";
export { type Gateway, gatewaySecrets, openSecrets } from "./store.ts";
export {
  beginVerification,
  endVerification,
  gatewayOfProvider,
  gatewayToVerify,
  openVerifications,
} from "./verification.ts";
