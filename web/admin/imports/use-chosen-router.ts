import { useState } from "react";
import { useRead } from "../api.ts";

/** The only router needs no choice. "" = none is chosen. */
export function useChosenRouter() {
  const routers = useRead("listRouters", {}).data ?? [];
  const [chosen, setRouter] = useState("");
  const routerId = chosen || (routers.length === 1 ? (routers[0]?.id ?? "") : "");
  return { routers, routerId, setRouter };
}
