import { startPortal } from "./start.tsx";
import { swahili } from "./words/swahili.ts";

startPortal(swahili);
