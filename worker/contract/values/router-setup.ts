/** The API user that a set-up script makes on a router, for its bridge alone. */
export const setupUser = "mlango-api";

/** Where a bridge shows the page on which offline vouchers are redeemed; the routers' own pages lead there. */
export const pagePort = 8480;
