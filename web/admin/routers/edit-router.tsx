import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import type { AssignedRouter } from "#contract/routers";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { RouterFields, routerFields } from "./router-fields.tsx";

/** What is typed is tried by the router's bridge before it is kept; a router that is away may be changed without. */
export function EditRouter(props: {
  router: AssignedRouter;
  others: readonly { name: string }[];
  onClose: () => void;
}) {
  const { router, others, onClose } = props;
  const save = useAct("changeOwnRouter", ["/api/admin/routers"]);
  const [problem, setProblem] = useState<string | null>(null);
  const untested = useRef(false);
  const { name, host, port, username, location } = router;
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name, host, port: String(port), username, password: "", location: location ?? "" },
    validate: (values) => zod4Resolver(z.object(routerFields()))(values),
  });
  const submit = form.onSubmit(({ port: typed, ...values }) => {
    setProblem(null);
    const body = { ...values, port: Number(typed), ...(untested.current ? { untested: true } : {}) };
    save.mutate(
      { params: { id: router.id }, body },
      {
        onSuccess: (changed) => {
          toastSuccess(t("{name} changed", { name: changed.name }), changed.statusText);
          onClose();
        },
        onError: (cause) => setProblem(errorText(cause, t("Failed to change the router"))),
      },
    );
  });
  const say = (is: boolean) => () => {
    untested.current = is;
  };
  const isTunnel = router.connectionType === "ovpn_client";
  return (
    <FormModal
      onClose={onClose}
      title={t("Edit {name}", { name })}
      onSubmit={submit}
      busy={save.isPending}
      error={problem}
      action={t("Test and save")}
      busyAction={t("Testing...")}
      onAction={say(false)}
      {...(problem === null ? {} : { other: { action: t("Save without a test"), onAction: say(true) } })}
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
