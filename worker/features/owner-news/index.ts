export { noteAbsence } from "./note-absence.ts";
export { ownerNewsDue, sweepOwnerNews } from "./sweep-owner-news.ts";
