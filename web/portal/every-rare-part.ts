import type { RareParts } from "./rare-parts.ts";
import { ConnectedScreen } from "./screens/connected.tsx";

/** For the server, which renders any page. */
export const everyRarePart: Required<RareParts> = {
  connected: ConnectedScreen,
};
