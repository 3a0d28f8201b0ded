// What a person has from those outside of Cloudflare before the platform is there.

/** An app that went live at Safaricom, with a till; and the operator that may act by API. */
export const mpesaApp = {
  name: "Mlango",
  consumerKey: "live-consumer-key",
  consumerSecret: "live-consumer-secret",
  shortCode: "4100100",
  passkey: "9f".repeat(32),
  tills: ["5123456"],
  initiatorName: "mlangoapi",
  securityCredential: "c2VhbGVkIGJ5IFNhZmFyaWNvbQ==",
};

/** A provider's own: its pay bill, to which people type. */
export const paybillApp = {
  name: "Pier WiFi",
  consumerKey: "pier-consumer-key",
  consumerSecret: "pier-consumer-secret",
  shortCode: "600200",
  passkey: "7c".repeat(32),
};

/** A provider's application at Airtel, with the key that it chose for callbacks. */
export const airtelApp = {
  name: "Pier WiFi",
  clientId: "pier-client-id",
  clientSecret: "pier-client-secret",
  callbackKey: "pier-callback-key",
};

/** As the sender of letters gave it. */
export const mailToken = "re_live_token";

/** A bucket at another company, with a key that may put files there and one that may read them. */
export const backupStore = {
  host: "backups.test",
  bucket: "mlango",
  region: "eu-central-003",
  writer: { id: "writer", secret: "a secret that may write" },
  reader: { id: "reader", secret: "a secret that may read" },
};

export const routerLogin = { name: "mlango", password: "at-the-gate" };
export const routerPort = 8728;

/** On the router's WiFi. */
export const phone = { mac: "4C:5E:0C:E5:00:01", ip: "10.5.50.21" };
