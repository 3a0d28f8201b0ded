import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { addresses, profileAddress } from "./navigation.ts";

export const gatewaysAddress = (providerId: string) => `${profileAddress(providerId)}?tab=gateways`;
/** @param q a whole receipt or the id of a transaction */
export const paymentAddress = (q: string) => `${addresses.payments}?${new URLSearchParams({ q })}`;
export const paymentsAddress = (providerId: string) =>
  `${addresses.payments}?${new URLSearchParams({ providerId })}`;
/** Who paid at this provider and was not let in yet. */
export const waitingAddress = (providerId: string) =>
  `${addresses.payments}?${new URLSearchParams({ providerId, activation: "open" })}`;
export const routerAddress = (id: string) => `${addresses.routers}?${new URLSearchParams({ q: id })}`;
/** Its checklist, open: what blocks selling there, and what to do. */
export const checkAddress = (id: string) =>
  `${addresses.routers}?${new URLSearchParams({ q: id, check: "1" })}`;
/** Routers that nobody has, to give one to this provider. */
export const routersForAddress = (providerId: string) =>
  `${addresses.routers}?${new URLSearchParams({ provider: "unassigned", for: providerId })}`;

type Linked = {
  children: ReactNode;
  /** Of a heading: a finger finds it, and it takes no more room. */
  isTall?: boolean;
};

/** Within a text or a cell. */
export function TextLink({ to, children, isTall = false }: Linked & { to: string }) {
  const tall = isTall ? { display: "inline-block", py: 12, my: -12 } : {};
  return (
    <Anchor component={Link} to={to} inherit underline="always" {...tall}>
      {children}
    </Anchor>
  );
}

export function ProviderLink({ id, ...rest }: Linked & { id: string }) {
  return <TextLink to={profileAddress(id)} {...rest} />;
}
