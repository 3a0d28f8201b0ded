import { Button } from "@mantine/core";
import { IconPackage, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { Plan } from "#contract/plans";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { useRead } from "../api.ts";
import { DeletePlan } from "../plans/delete-plan.tsx";
import { PlanDialog } from "../plans/plan-dialog.tsx";
import { PlanList } from "../plans/plan-list.tsx";

type Doing = { edit: Plan | null } | { remove: Plan } | null;

export function PlansPage() {
  const plans = useRead("adminListPlans");
  const [doing, setDoing] = useState<Doing>(null);
  const stop = () => setDoing(null);
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setDoing({ edit: null })}>
      {t("Create Plan")}
    </Button>
  );
  const isEmpty = plans.data?.length === 0;
  return (
    <>
      <PageHead
        title={t("Subscription Plans")}
        text={t("What visitors can buy on your WiFi")}
        actions={isEmpty ? null : create}
      />
      <Loaded
        query={plans}
        loading={<LoadingRows rows={5} height={72} label={t("Loading plans...")} />}
        failed={{
          title: t("Error Loading Plans"),
          text: t("Failed to load plans. Please check your connection and try again."),
        }}
      >
        {(list) =>
          list.length === 0 ? (
            <Empty
              icon={<IconPackage size={28} />}
              title={t("No plans yet")}
              text={t("Create your first plan: a name, a price, a speed and how long it lasts.")}
              action={create}
            />
          ) : (
            <PlanList
              plans={list}
              onEdit={(plan) => setDoing({ edit: plan })}
              onDelete={(plan) => setDoing({ remove: plan })}
            />
          )
        }
      </Loaded>
      {doing && "edit" in doing ? <PlanDialog plan={doing.edit} onClose={stop} /> : null}
      {doing && "remove" in doing ? <DeletePlan plan={doing.remove} onClose={stop} /> : null}
    </>
  );
}
