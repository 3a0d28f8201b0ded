import { type Language, say, type Text, textIn } from "../../contract/texts.ts";
import type { Morning } from "../../contract/transactions.ts";
import { formatShillings } from "../../contract/values/money.ts";
import type { absences } from "../../db/schema/tenant.ts";

// A morning and an alarm in words, as short as an SMS. Pure.

/** Further ones are counted. */
const mostRouters = 3;

export const amountOf = (shillings: number): string =>
  `${shillings < 0 ? "-" : ""}${formatShillings(Math.round(Math.abs(shillings) * 100))}`;

/** The first says what came in; each of the others only where there is something to say. */
export function morningLines(morning: Morning, business: string): Text[] {
  const { revenue, sales, vouchers, notRenewed, linesOverdue, linesDue, away, smsCredits } = morning;
  const maybe = (isSaid: boolean, text: () => Text) => (isSaid ? [text()] : []);
  return [
    say("morning_money", { business, amount: amountOf(revenue), sales }),
    ...comparison(morning),
    ...maybe(vouchers > 0, () => say("morning_vouchers", { count: vouchers })),
    ...maybe(notRenewed > 0, () => say("morning_not_renewed", { count: notRenewed })),
    ...maybe(linesOverdue > 0, () => say("morning_lines_overdue", { count: linesOverdue })),
    ...maybe(linesDue > 0, () => say("morning_lines_due", { count: linesDue })),
    ...maybe(away.length > 0, () => say("morning_away", { list: listed(away.map(routerAway), mostRouters) })),
    ...maybe(smsCredits !== null, () => say("morning_credits", { amount: amountOf(smsCredits ?? 0) })),
  ];
}

function comparison({ change, percent, before }: Morning): Text[] {
  const weekday = say(`weekday_${weekdayOf(before.day)}`);
  const given = { percent: percent ?? 0, weekday, before: amountOf(before.revenue) };
  switch (change) {
    case "more":
      return [say("morning_more", given)];
    case "less":
      return [say("morning_less", given)];
    case "same":
      return [say("morning_same", { weekday })];
    default:
      return [];
  }
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() as Weekday;

function routerAway({ name, seconds, isAway }: Morning["away"][number]): Text {
  const given = { name: name ?? say("morning_former_router"), away: { span: seconds * 1_000 } };
  return isAway ? say("morning_still_away", given) : say("morning_away_one", given);
}

/** A text of several, in the reader's language; those beyond `most` are counted. */
export function listed(texts: readonly Text[], most: number): Text {
  const [first, ...others] = texts.slice(0, most);
  if (!first) return say("as_it_is", { text: "" });
  const list = others.reduce<Text>((text, next) => say("and_next", { text, next }), first);
  return texts.length > most ? say("and_more", { list, count: texts.length - most }) : list;
}

export function joinedIn(language: Language, lines: readonly Text[], between: string): string {
  return lines.map((line) => textIn(language, line)).join(between);
}

export type StoredAbsence = typeof absences.$inferSelect;

const mostNamed = 4;

/** One text for all that went away or came back, however many they are. */
export function alarmText(business: string, changes: readonly StoredAbsence[]): Text {
  const gone = changes.filter(({ endedAt }) => endedAt === null);
  const back = changes.filter(({ endedAt }) => endedAt !== null);
  const news = [
    ...(gone.length > 0
      ? [
          say("alarm_away", {
            since: { at: Math.min(...gone.map(({ beganAt }) => beganAt)) },
            list: listed(gone.map(placeOf), mostNamed),
          }),
        ]
      : []),
    ...(back.length > 0 ? [say("alarm_back", { list: listed(back.map(returnOf), mostNamed) })] : []),
  ];
  const [first = say("as_it_is", { text: "" }), second] = news;
  return say("alarm_text", {
    business,
    news: second ? say("and_then", { text: first, next: second }) : first,
  });
}

function placeOf({ name, isBridge, routers }: StoredAbsence): Text {
  if (!isBridge) return say("as_it_is", { text: name });
  const names = routers.map((router) => say("as_it_is", { text: router.name }));
  return say("alarm_site", { name, routers: listed(names, mostNamed) });
}

const returnOf = ({ name, beganAt, endedAt }: StoredAbsence): Text =>
  say("alarm_back_one", { name, away: { span: (endedAt ?? beganAt) - beganAt } });
