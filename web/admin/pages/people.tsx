import { Anchor, Stack } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Person } from "#contract/people";
import { useAskedFor } from "../../console/asked-for.ts";
import { Button, PlainList } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { SecondFactorRule as Rule } from "../../console/second-factor-rule.tsx";
import { useAct, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { ChangeRole } from "../people/change-role.tsx";
import { FreeMinutes } from "../people/free-minutes.tsx";
import { InvitePerson } from "../people/invite-person.tsx";
import { Invited } from "../people/invited.tsx";
import { PersonCard } from "../people/person-card.tsx";
import { useBusinessName } from "../use-business-name.ts";

function SecondFactorRule() {
  const rules = useRead("getPeopleRules");
  const save = useAct("savePeopleRules", ["/api/admin/people/rules", "/api/admin/second-factor"]);
  return <Rule label={t("Everybody needs a second factor")} rules={rules} save={save} />;
}

export function PeoplePage({ page }: { page: PageData }) {
  const people = useRead("listPeople");
  const [inviting, setInviting] = useState(false);
  const [changed, setChanged] = useState<Person | null>(null);
  const [giver, setGiver] = useState<Person | null>(null);
  const business = useBusinessName(page);
  useAskedFor("invite", () => setInviting(true));
  return (
    <>
      <PageHead
        title={t("People")}
        text={t("Who may sign in to this console, and what each of them may do.")}
        actions={
          <Button icon={IconUserPlus} onClick={() => setInviting(true)}>
            {t("Invite")}
          </Button>
        }
      />
      <Stack maw={720}>
        <Loaded
          query={people}
          loading={<LoadingRows rows={2} height={92} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
        >
          {(found) => (
            <PlainList gap="sm" aria-label={t("People")}>
              {found.map((person) => (
                <PersonCard
                  key={person.id}
                  person={person}
                  acts={{ role: () => setChanged(person), freeMinutes: () => setGiver(person) }}
                />
              ))}
            </PlainList>
          )}
        </Loaded>
        <Invited />
        <SecondFactorRule />
        <Anchor component={Link} to={addresses.activity} py={10}>
          {t("Who did what")}
        </Anchor>
      </Stack>
      {inviting ? <InvitePerson business={business} onClose={() => setInviting(false)} /> : null}
      {giver ? <FreeMinutes person={giver} onClose={() => setGiver(null)} /> : null}
      {changed ? <ChangeRole person={changed} onClose={() => setChanged(null)} /> : null}
    </>
  );
}
