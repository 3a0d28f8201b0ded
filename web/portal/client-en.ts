import { english } from "./messages/en.ts";
import { startPortal } from "./start.tsx";

startPortal(english);
