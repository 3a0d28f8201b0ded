import { firstEnglish } from "./first-en.ts";
import { laterEnglish } from "./later-en.ts";

// Every text of the visitor's page by key. What docs/behaviour/visitor-portal.md quotes is kept to the letter.

export const english = { ...firstEnglish, ...laterEnglish };

// One object per language, typed by the English one. A page loads one language.

export type Problem = { title: string; text: string };

export type Messages = typeof english;
export type ToastKind = Exclude<keyof Messages["toasts"], "dismiss">;
