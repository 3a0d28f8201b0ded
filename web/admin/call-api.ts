import { calls } from "virtual:provider-entry";
import { type CallApi, callApiOf } from "../console/request.ts";
import type { Contract } from "./api.ts";

/** For the pages before the console, which load nothing that keeps what was read. */
export const callApi: CallApi<Contract> = callApiOf<Contract>(calls);
