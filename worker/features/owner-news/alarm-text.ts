import { say, type Text } from "../../contract/texts.ts";
import type { absences } from "../../db/schema/tenant.ts";
import { listed } from "./morning-text.ts";

// An alarm in words, as short as an SMS. Pure.

export type StoredAbsence = typeof absences.$inferSelect;

/** Further ones are counted. */
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
