import { ActionIcon, Group, Menu, Text } from "@mantine/core";
import { IconDotsVertical, IconExternalLink, IconKey, IconReceipt2 } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Provider } from "#contract/providers";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { PageHead } from "../../console/loaded.tsx";
import { useIsPhone } from "../../console/media.ts";
import { NewPasswordFields } from "../../console/password-field.tsx";
import { RequestError } from "../../console/request.ts";
import { repeatedFaults } from "../../console/sign-in-fields.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, useAct, useRead } from "../api.ts";
import { billingAddress } from "../navigation.ts";
import { ProviderStatus } from "../providers/provider-card.tsx";

export function ProfileHead({ provider }: { provider: Provider }) {
  const [changing, setChanging] = useState(false);
  const [opening, setOpening] = useState(false);
  const phone = useIsPhone();
  const open = async () => {
    setOpening(true);
    await openConsole(provider);
    setOpening(false);
  };
  const toBilling = { component: Link, to: billingAddress(provider.id) } as const;
  const openButton = (
    <Button
      px="sm"
      py={6}
      h="auto"
      mih={44}
      {...(phone ? { fz: "sm" } : {})}
      styles={{ label: { whiteSpace: "normal", lineHeight: 1.2 } }}
      icon={IconExternalLink}
      busy={opening}
      onClick={() => void open()}
    >
      {opening ? t("Opening...") : t("Access Provider Dashboard")}
    </Button>
  );
  return (
    <>
      <PageHead
        title={provider.businessName}
        mark={<ProviderStatus status={provider.status} />}
        actions={
          // On a phone three buttons would push what one came for off the screen.
          phone ? (
            <Group gap="xs" wrap="nowrap">
              {openButton}
              <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
                <Menu.Target>
                  <ActionIcon
                    size={44}
                    variant="default"
                    aria-label={t("More actions for {name}", { name: provider.businessName })}
                  >
                    <IconDotsVertical size={20} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item {...toBilling} leftSection={<IconReceipt2 size={18} aria-hidden />}>
                    {t("Billing")}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconKey size={18} aria-hidden />}
                    onClick={() => setChanging(true)}
                  >
                    {t("Change Password")}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </Group>
          ) : (
            <>
              <Button {...toBilling} variant="default" icon={IconReceipt2}>
                {t("Billing")}
              </Button>
              <SecondaryButton icon={IconKey} onClick={() => setChanging(true)}>
                {t("Change Password")}
              </SecondaryButton>
              {openButton}
            </>
          )
        }
      />
      {changing ? <ChangePassword provider={provider} onClose={() => setChanging(false)} /> : null}
    </>
  );
}

// The code is asked for every second, for at most ten (docs/behaviour/operator-console.md, OC-34).
const everyMs = 1_000;
const forMs = 10_000;

class TookTooLong extends Error {}

/** Opens the provider's console in a new tab by a one-time code. The tab opens empty within the click (pop-up blockers); its `opener` is cut before anything is loaded. */
export async function openConsole({
  id,
  businessName,
}: Pick<Provider, "id" | "businessName">): Promise<void> {
  const tab = window.open("", "_blank");
  if (!tab) {
    const blocked = t("The new tab was blocked. Allow pop-ups for this page and try again.");
    toastError(t("Sign In Failed"), blocked);
    return;
  }
  tab.opener = null;
  sayWhatComes(tab, t("Opening the console of {name} …", { name: businessName }));
  try {
    const { address } = await Promise.race([askUntil(id, tab), tooLong()]);
    if (!tab.closed) tab.location.replace(address);
  } catch (cause) {
    tab.close();
    toastError(t("Sign In Failed"), errorText(cause, t("Failed to sign in as provider")));
  }
}

function sayWhatComes({ document }: Window, text: string): void {
  document.documentElement.lang = language();
  document.title = text;
  document.body.textContent = text;
}

async function askUntil(id: string, tab: Window): Promise<{ address: string }> {
  const until = performance.now() + forMs;
  while (true) {
    try {
      return await callApi("createHandoff", { params: { id } });
    } catch (cause) {
      // What was refused is refused again.
      const isRefused = cause instanceof RequestError && cause.status < 500;
      if (isRefused || tab.closed || performance.now() + everyMs > until) throw cause;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

function tooLong(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new TookTooLong("no answer")), forMs);
  });
}

/** docs/behaviour/operator-console.md, OC-33. */
const leastCharacters = 8;

export function ChangePassword(props: { provider: Provider; onClose: () => void }) {
  const { provider, onClose } = props;
  const params = { id: provider.id };
  const admin = useRead("providerAdmin", { params });
  const change = useAct("changeProviderPassword");
  const { form, modal } = useCallForm({
    initialValues: { confirmPassword: "", newPassword: "" },
    body: ({ newPassword }) => ({ newPassword }),
    check: (typed) =>
      [
        ...repeatedFaults(typed),
        ...([...typed.newPassword].length < leastCharacters
          ? [{ path: "newPassword", text: t("Password must be at least 8 characters long") }]
          : []),
      ].map((fault) => ({ ...fault, title: t("Validation Error") })),
    send: (body) => change.mutateAsync({ params, body }),
    failure: { title: t("Password Change Failed"), text: t("Failed to change password") },
    titles: {},
    onDone: ({ message }) => {
      toastSuccess(t("Password Changed"), message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Change Password")}
      {...modal}
      action={t("Change Password")}
      busyAction={t("Changing...")}
    >
      <Text size="sm">
        {admin.data
          ? t("A new password for {username} of {name}. They are signed out everywhere.", {
              username: admin.data.username,
              name: provider.businessName,
            })
          : t("A new password for the admin of {name}. They are signed out everywhere.", {
              name: provider.businessName,
            })}
      </Text>
      <NewPasswordFields field={(name) => form.getInputProps(name)} isFirst />
    </FormModal>
  );
}
