import type { UseQueryResult } from "@tanstack/react-query";
import type { UserStats } from "#contract/users";
import type { Reading } from "../console/calls.ts";
import { may, useRead } from "./api.ts";

/** How many users there are: with the money, where one may see it and the dashboard reads the same. */
export function useUserStats(reading: Reading): UseQueryResult<UserStats> {
  const withMoney = may("providerStats");
  const all = useRead("providerStats", {}, reading);
  const users = useRead("userStats", {}, { ...reading, enabled: !withMoney });
  return withMoney ? all : users;
}
