export { countOpenPayments, isNotLetOut } from "./activation.ts";
export {
  broughtByDay,
  cashByDay,
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
export { readMorning } from "./morning.ts";
export { paidSince } from "./paid-since.ts";
