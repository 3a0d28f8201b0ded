import { List, Stack, Text } from "@mantine/core";
import { type adoptLines, mostHandedBack } from "#contract/adoption";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Window } from "../../console/form-modal.tsx";
import { Button, Hint, SecondaryButton, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import type { Answer } from "../../console/request.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { linesPath } from "./format-line.ts";

export type Adopted = Answer<typeof adoptLines>;

/** What became lines, and what did not and why; all of it can be undone from here. */
export function BroughtIn(props: { adopted: Adopted; isOfDevices?: boolean; onClose: () => void }) {
  const { adopted: done, isOfDevices = false, onClose } = props;
  const { message, adopted, refused } = done;
  return (
    <Window onClose={onClose} title={t("Lines brought in")} closeOnClickOutside={false}>
      <Stack>
        <Text role="status">{message}</Text>
        {adopted.length > 0 ? (
          <Hint>{t("They are blocked when their time is over, and open again once they are paid.")}</Hint>
        ) : null}
        {refused.length > 0 ? (
          <Warning title={t("Not brought in")}>
            <List size="sm">
              {refused.map(({ name, reason }) => (
                <List.Item key={name}>
                  {name}: {reason}
                </List.Item>
              ))}
            </List>
          </Warning>
        ) : null}
        <Button onClick={onClose}>{t("Done")}</Button>
        {adopted.length > 0 ? (
          <Undo ids={adopted.map(({ lineId }) => lineId)} isOfDevices={isOfDevices} onDone={onClose} />
        ) : null}
      </Stack>
    </Window>
  );
}

function Undo(props: { ids: readonly string[]; isOfDevices: boolean; onDone: () => void }) {
  const { ids, isOfDevices, onDone } = props;
  const handBack = useAct("handBackLines", [linesPath]);
  const undo = async () => {
    let message = "";
    for (let at = 0; at < ids.length; at += mostHandedBack)
      ({ message } = await handBack.mutateAsync({ body: { lines: ids.slice(at, at + mostHandedBack) } }));
    return message;
  };
  return (
    <SecondaryButton
      busy={handBack.isPending}
      onClick={() =>
        confirmAction({
          title: t("Hand all back to the router?"),
          text: isOfDevices
            ? t(
                "Each is the router's own again, and its lease as it was. With the last device of a network that is open to everybody again.",
              )
            : t(
                "Each is the router's own again, with profile and comment as they were. Nothing is blocked by us then.",
              ),
          action: t("Hand back"),
          onYes: () =>
            void undo().then(
              (message) => {
                toastSuccess(t("Handed back"), message);
                onDone();
              },
              toastFailure(t("Not saved"), t("Please try again.")),
            ),
        })
      }
    >
      {t("Undo")}
    </SecondaryButton>
  );
}
