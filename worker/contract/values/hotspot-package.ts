// On the smallest boards (hAP lite, hAP mini) the hotspot is a package of its own since RouterOS 7.20.

/** How RouterOS names their architecture. */
export const smallArchitecture = "smips";

/** What brings the hotspot to such a board, one command after the other. @param version of the router, as `7.23.1` */
export const smallPackageCommands = (version: string): readonly string[] => [
  `/tool fetch url=https://download.mikrotik.com/routeros/${version}/${smallPackage(version)}`,
  "/system reboot",
];

/** The file; it is for that version alone. */
export const smallPackage = (version: string) => `hotspot-${version}-${smallArchitecture}.npk`;
