export { noteOutcome, type Outcome, type TakenRoute } from "./note-outcome.ts";
