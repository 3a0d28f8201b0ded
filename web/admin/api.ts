import { calls } from "virtual:provider-calls";
import { makeCalls } from "../console/calls.ts";

type Contract = typeof import("#contract/auth") &
  typeof import("#contract/access") &
  typeof import("#contract/billing") &
  typeof import("#contract/branding") &
  typeof import("#contract/bridge") &
  typeof import("#contract/handoff") &
  typeof import("#contract/plans") &
  typeof import("#contract/routers") &
  typeof import("#contract/vouchers") &
  typeof import("#contract/users") &
  typeof import("#contract/sales") &
  typeof import("#contract/reports") &
  typeof import("#contract/typed") &
  typeof import("#contract/profile");

/** The provider console's calls. */
export const { useRead, useList, useAct, ask, askList } = makeCalls<Contract>(calls);
