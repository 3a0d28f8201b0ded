import { startPortal } from "./start.tsx";
import { english } from "./words/english.ts";

startPortal(english);
