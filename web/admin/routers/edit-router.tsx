import { useRef, useState } from "react";
import type { AssignedRouter } from "#contract/routers";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { RequestError } from "../../console/request.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { RouterFields, routerBody } from "./router-fields.tsx";

/** What is typed is tried by the router's bridge before it is kept; a router that is away may be changed without. */
export function EditRouter(props: {
  router: AssignedRouter;
  others: readonly { name: string }[];
  onClose: () => void;
}) {
  const { router, others, onClose } = props;
  const save = useAct("changeOwnRouter", ["/api/admin/routers"]);
  const [isRefused, setRefused] = useState(false);
  const untested = useRef(false);
  const { name, host, port, username, location } = router;
  const { form, modal } = useCallForm({
    initialValues: { name, host, port: String(port), username, password: "", location: location ?? "" },
    body: (values) => ({ ...routerBody(values), ...(untested.current ? { untested: true } : {}) }),
    send: (body) => save.mutateAsync({ params: { id: router.id }, body }),
    failure: { text: t("Failed to change the router") },
    onDone: (changed) => {
      // Of a router that was away its bridge has not yet said how it stands since.
      toastSuccess(t("{name} changed", { name: changed.name }), changed.isOnline ? changed.statusText : "");
      onClose();
    },
    // What is wrong with a field no test made known.
    onFailure: (cause) => setRefused(!(cause instanceof RequestError && cause.fields.length > 0)),
  });
  const say = (is: boolean) => () => {
    untested.current = is;
  };
  const isTunnel = router.connectionType === "ovpn_client";
  return (
    <FormModal
      onClose={onClose}
      title={t("Edit {name}", { name })}
      {...modal}
      action={t("Test and save")}
      busyAction={t("Testing...")}
      onAction={say(false)}
      {...(!isRefused ? {} : { other: { action: t("Save without a test"), onAction: say(true) } })}
    >
      <Hint>
        {isTunnel
          ? t("This router comes in through the operator's tunnel: its name and place are yours to change.")
          : t("Users, figures and checklist stay with the router. Its bridge tries the new details first.")}
      </Hint>
      <RouterFields
        form={form}
        others={others}
        passwordHint={t("Empty: it stays as it is.")}
        isReachedByOperator={isTunnel}
      />
    </FormModal>
  );
}
