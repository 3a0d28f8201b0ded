import { firstEnglish } from "./messages/first-en.ts";
import { startPortal } from "./start.tsx";

startPortal(firstEnglish, () => import("./messages/later-en.ts").then((file) => file.laterEnglish));
