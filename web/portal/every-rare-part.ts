import { JoinWifi } from "./parts/join-wifi.tsx";
import type { RareParts } from "./rare-parts.ts";
import { AdStage } from "./screens/ads.tsx";
import { ClaimScreen } from "./screens/claim.tsx";
import { ConnectedScreen } from "./screens/connected.tsx";

/** For the server, which renders any page. */
export const everyRarePart: Required<RareParts> = {
  ads: AdStage,
  claim: ClaimScreen,
  connected: ConnectedScreen,
  "join-wifi": JoinWifi,
};
