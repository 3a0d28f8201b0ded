export { countOpenPayments } from "./activation.ts";
export {
  everyDay,
  paidByDay,
  paidByRouter,
  redeemedByDay,
  type Sum,
  type SumOfDay,
  type SumOfRouter,
  sumOf,
} from "./daily-sums.ts";
export { type DayRange, dayRange, daysOf, lastDays, refuseBackwards } from "./day-range.ts";
export { paidSince } from "./paid-since.ts";
