export { noteAbsence } from "./note-absence.ts";
export { tellOwner } from "./tell-owner.ts";
