import { swahili } from "./messages/sw.ts";
import { startPortal } from "./start.tsx";

startPortal(swahili);
