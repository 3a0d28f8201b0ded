/** The API user that a set-up script makes on a router, for its bridge alone. */
export const setupUser = "mlango-api";

/** The one for a box at the site of a router that comes in by a tunnel: it may log in from there. */
export const siteUser = "mlango-site";

/** Where a bridge shows the page on which offline vouchers are redeemed; the routers' own pages lead there. */
export const pagePort = 8480;

/** Where a bridge tells a blocked line that it is; its routers lead there what such a line asks of the web. */
export const linePagePort = 8481;
