import { expect, it } from "vitest";
import { adminPages, superadminPages } from "#contract/values/console-pages";
import { addresses as ofAdmin } from "#web/admin/navigation.ts";
import { addresses as ofSuperadmin } from "#web/superadmin/navigation.ts";

/** A page of one provider is an address of its own. */
const below = (addresses: Record<string, string>, root: string) =>
  Object.values(addresses)
    .filter((address) => address !== root && !address.includes("/:"))
    .map((address) => address.replace(`${root}/`, ""))
    .sort();

it.each([
  ["/admin", ofAdmin, adminPages],
  ["/superadmin", ofSuperadmin, superadminPages],
])(
  "every page of the console at %s is one to the server, too, or it would answer 404",
  (root, addresses, pages) => {
    expect(below(addresses, root)).toEqual([...pages].sort());
  },
);
