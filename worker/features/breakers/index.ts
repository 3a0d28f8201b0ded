export { noteOutcome, type Outcome } from "./note-outcome.ts";
