/** The API user that a set-up script makes on a router, for its bridge alone. */
export const setupUser = "mlango-api";
