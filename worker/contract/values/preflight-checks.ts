/** In the order of the list: what blocks everything else comes first. */
export const checkNames = [
  ...(["hotspotPackage", "deviceMode", "hotspot", "rights", "license"] as const),
  ...(["internet", "loginPages", "foreignUsers", "radio", "wifiKey", "wifiApart"] as const),
  ...(["clock", "subnets", "unpaid", "freePasses", "bridgePlace"] as const),
  ...(["fastTrack", "queues", "ipv6", "tunnels", "schedulers", "storage", "version", "services"] as const),
] as const;
export type CheckName = (typeof checkNames)[number];

/** Which sentence is said; the consoles have words for each. */
export const findingCodes = [
  ...(["packageThere", "packageMissing", "packageDisabled"] as const),
  ...(["modeAllows", "modeAbsent", "modeForbids", "modeFlagged"] as const),
  ...(["hotspotRuns", "hotspotAbsent", "hotspotDisabled"] as const),
  ...(["rightsFit", "rightsTooFew", "rightsTooMany", "rightsFromAnywhere", "userUnlisted"] as const),
  ...(["licenseEnough", "licenseOne", "licenseTrial", "licenseNearlyFull", "licenseSlow"] as const),
  ...(["clockRight", "clockOff", "clockUnset", "clockAlone"] as const),
  ...(["pagesSeen", "pagesOurs", "pagesOverridden", "pagesOther", "pagesMissing"] as const),
  ...(["internetThere", "internetNoWay", "internetNoNames"] as const),
  ...(["usersNone", "usersForeign", "usersHandedOver"] as const),
  ...(["radioServes", "radioElsewhere", "radioOff", "radioStation", "radioManaged"] as const),
  ...(["wifiOpen", "wifiLocked", "wifiApart", "wifiTogether"] as const),
  ...(["schedulersNone", "schedulersLeft", "queuesNone", "queuesBefore"] as const),
  ...(["storageEnough", "storageFull"] as const),
  ...(["unpaidLimited", "unpaidIcmp", "unpaidSites", "unpaidNames"] as const),
  ...(["passesNone", "passesKnown", "passesOthers"] as const),
  ...(["bridgeApart", "bridgeAmongVisitors", "bridgeLent", "bridgeUnbound"] as const),
  ...(["subnetsApart", "subnetsClash", "poolOutside", "addressesFromNobody"] as const),
  ...(["fastTrackAway", "fastTrackPasses"] as const),
  ...(["ipv6Closed", "ipv6Open"] as const),
  ...(["tunnelsNone", "tunnelsLeft"] as const),
  ...(["versionSafe", "versionUnsafe", "versionUnsafeSmall", "versionPreview"] as const),
  ...(["servicesClosed", "servicesOpen"] as const),
  "unread",
] as const;
export type FindingCode = (typeof findingCodes)[number];
