import type { Messages } from "./en.ts";
import { firstSwahili } from "./first-sw.ts";
import { laterSwahili } from "./later-sw.ts";

export const swahili: Messages = { ...firstSwahili, ...laterSwahili };
