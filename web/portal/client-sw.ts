import { firstSwahili } from "./messages/first-sw.ts";
import { startPortal } from "./start.tsx";

startPortal(firstSwahili, () => import("./messages/later-sw.ts").then((file) => file.laterSwahili));
