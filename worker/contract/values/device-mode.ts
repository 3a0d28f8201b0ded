/**
 * What a router that is made since RouterOS 7.17 needs once, before it may be a hotspot of ours: the hotspot itself, the fetch of the
 * set-up line, and the rows of the walled garden that name a host. It is confirmed at the router by hand, so all is asked for at once.
 */
export const allowCommand = "/system device-mode update hotspot=yes fetch=yes proxy=yes";
