import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

/** `*.localhost` is this machine (RFC 6761, 6.3), but Node's resolver asks the network. For a connection's `lookup`. */
export const lookupLoopback: LookupFunction = (hostname, options, callback) => {
  if (!isLocalhost(hostname)) lookup(hostname, options, callback);
  else if (options.all) callback(null, [{ address: "127.0.0.1", family: 4 }]);
  else callback(null, "127.0.0.1", 4);
};

/** `localhost` itself is left to the resolver: it may mean ::1. */
function isLocalhost(hostname: string): boolean {
  return hostname.toLowerCase().replace(/\.$/, "").endsWith(".localhost");
}

/** Does this host never leave the machine? */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || isLocalhost(hostname) || hostname === "[::1]" || /^127\./.test(hostname);
}
