import type { WaysIn } from "#contract/ways-in";
import { usePress } from "../../console/entry/calls.ts";
import { Button, Notice } from "../../console/entry/kit.tsx";
import { date } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { errorText } from "../../console/toast.tsx";
import { roleName } from "../session.ts";

/** What a new password does not end; nothing where there is nothing (docs/behaviour/provider-console.md, PC-5b). */
export function WaysInLeft({ left, end }: { left: WaysIn; end: () => Promise<{ message: string }> }) {
  const ending = usePress(end);
  if (left.tokens.length + left.invitations.length === 0) return null;
  if (ending.data) return <Notice>{ending.data.message}</Notice>;
  return (
    <Notice tone="warn" title={t("This still opens your business in your name:")}>
      <div className="entry-stack">
        <ul>
          {left.tokens.map(({ name, createdAt }) => (
            <li key={`token ${name} ${createdAt}`}>
              {t("API token {name}, made {date}", { name, date: date(createdAt, language()) })}
            </li>
          ))}
          {left.invitations.map(({ name, role, createdAt }) => (
            <li key={`invitation ${name} ${createdAt}`}>
              {t("Invitation of {name} as {role}, given out {date}", {
                name,
                role: roleName(role),
                date: date(createdAt, language()),
              })}
            </li>
          ))}
        </ul>
        <p>
          {t(
            "Do you not know one of them, or may somebody have had your password? End them all. What uses them stops at once; new ones can be made.",
          )}
        </p>
        {ending.error ? (
          <p className="entry-bad" role="alert">
            {errorText(ending.error, t("Please try again."))}
          </p>
        ) : null}
        <Button isSecond busy={ending.busy} onClick={ending.press}>
          {t("End them all")}
        </Button>
      </div>
    </Notice>
  );
}
