import type { Message } from "#contract/messages";
import { phone } from "../../console/format.ts";
import { Money, StatusMark, When } from "../../console/kit.tsx";
import { RowCard } from "../../console/row-card.tsx";
import { kindName, reasonText, stateMark } from "./format-message.ts";

export function MessageCard({ one, onOpen }: { one: Message; onOpen?: () => void }) {
  return (
    <RowCard
      title={phone(one.phoneNumber)}
      right={one.price === null ? null : <Money amount={one.price} />}
      below={<When iso={one.createdAt} relative />}
      facts={[
        <span key="standing">
          <StatusMark {...stateMark(one.state)} isPlain /> {kindName(one.kind)}
          {one.reason ? ` · ${reasonText(one.reason)}` : null}
        </span>,
      ]}
      {...(onOpen ? { onOpen } : {})}
    />
  );
}
