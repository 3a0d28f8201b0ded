import { Elsewhere } from "./parts/elsewhere.tsx";
import { LegalAddresses } from "./parts/legal-addresses.tsx";
import type { RareParts } from "./rare-parts.ts";
import { AdStage } from "./screens/ads.tsx";
import { BuyScreen } from "./screens/buy.tsx";
import { ClaimScreen } from "./screens/claim.tsx";
import { ConnectedScreen } from "./screens/connected.tsx";
import { NoticeScreen } from "./screens/notice.tsx";
import { PaymentScreen } from "./screens/payment.tsx";

/** For the server, which renders any page. */
export const everyRarePart: Required<RareParts> = {
  ads: AdStage,
  buy: BuyScreen,
  claim: ClaimScreen,
  connected: ConnectedScreen,
  elsewhere: Elsewhere,
  "legal-addresses": LegalAddresses,
  notice: NoticeScreen,
  payment: PaymentScreen,
};
