import { expect, test } from "vitest";
import type { ActiveRow, Device, UserRow } from "#bridge/commands/read-device";
import { epochComment, profileName, readEpochComment, readUserComment, userComment } from "#bridge/marks";
import { type DesiredUser, judge } from "#bridge/verdict";
import { phone } from "./test-site.ts";

const wanted: DesiredUser = {
  entitlementId: "e1",
  comment: "MLG;e1;e1",
  profile: "mlango-1k-1k",
  password: "p",
  seconds: 3_600,
  closes: false,
  bytes: null,
};
const none = { seconds: 0, up: 0, down: 0 };
const user = (changes: Partial<UserRow> = {}): UserRow => ({
  id: "*1",
  name: phone,
  mark: { entitlementId: "e1", epoch: 1 },
  comment: "MLG;e1;e1",
  password: "p",
  profile: "mlango-1k-1k",
  server: "all",
  mac: phone,
  disabled: false,
  limitSeconds: 3_600,
  limitBytes: 0,
  used: none,
  ...changes,
});
const active = (changes: Partial<ActiveRow> = {}): ActiveRow => ({
  rowId: "*A",
  address: "10.5.50.11",
  user: phone,
  mac: phone,
  secondsLeft: 3_600,
  limitBytes: 0,
  ...none,
  ...changes,
});
const device = (changes: Partial<Device> = {}): Device => ({
  ours: user(),
  foreign: undefined,
  active: undefined,
  hosts: [],
  ...changes,
});
const address = "10.5.50.11";
const atTheDoor = [{ mac: phone, address, toAddress: address, idleSeconds: 0 }];

test("what is right is left alone", () => {
  expect(judge(device(), wanted)).toBe("keep");
  expect(judge(device({ active: active() }), wanted)).toBe("keep");
  expect(judge(device({ ours: user({ password: undefined }), active: active() }), wanted)).toBe("keep");
});

test("what a session takes from its user when it begins is rewritten", () => {
  const wrong: Partial<UserRow>[] = [
    ...[{ profile: "default" }, { server: "hs1" }, { disabled: true }, { mac: "" }, { limitSeconds: 0 }],
    ...[{ mark: { entitlementId: "e2", epoch: 1 } }, { limitSeconds: 600 }, { limitBytes: 5 }],
  ];
  for (const changes of wrong)
    expect([changes, judge(device({ ours: user(changes) }), wanted)]).toEqual([changes, "rewrite"]);
  expect(judge(device({ ours: undefined }), wanted)).toBe("rewrite");
});

test("a new epoch or password does not cost a session", () => {
  expect(judge(device({ ours: user({ comment: "MLG;e1;e0" }), active: active() }), wanted)).toBe("relabel");
  expect(judge(device({ ours: user({ password: "old" }), active: active() }), wanted)).toBe("relabel");
});

test("limits count from the user's counters", () => {
  const ours = user({ limitSeconds: 4_600, used: { seconds: 1_000, up: 300, down: 700 }, limitBytes: 6_000 });
  expect(judge(device({ ours, hosts: atTheDoor }), { ...wanted, bytes: 5_000 })).toBe("keep");
  expect(judge(device({ ours, hosts: atTheDoor }), { ...wanted, bytes: 5_001 })).toBe("rewrite");
  expect(judge(device({ ours, hosts: atTheDoor }), { ...wanted, seconds: 3_603, bytes: 5_000 })).toBe(
    "rewrite",
  );
});

test("a session that would be cut off before its time is renewed; a little too much is left to the bridge", () => {
  const judged = (secondsLeft: number | undefined) =>
    judge(device({ active: active({ secondsLeft }) }), wanted);
  expect(judged(3_590)).toBe("rewrite");
  expect(judged(3_597)).toBe("keep");
  expect(judged(3_900)).toBe("keep");
  expect(judged(4_000)).toBe("rewrite");
  expect(judged(undefined)).toBe("rewrite");
});

test("data used by other devices of the purchase does not disturb a session; too little left for it does", () => {
  const bytes = 10 ** 9;
  const judged = (limitBytes: number) =>
    judge(device({ ours: user({ limitBytes }), active: active() }), { ...wanted, bytes });
  expect(judged(2 * bytes)).toBe("keep");
  expect(judged(bytes / 2)).toBe("rewrite");
  expect(judged(0)).toBe("rewrite");
});

test("marks read back as they were written, and nothing else reads as ours", () => {
  const mark = { entitlementId: "a;b;e9", epoch: 12 };
  expect(readUserComment(userComment(mark))).toEqual(mark);
  const epoch = { epoch: 3, bridgeId: "b-1" };
  expect(readEpochComment(epochComment(epoch))).toEqual(epoch);
  for (const comment of [
    undefined,
    "",
    "MLG",
    "MLG;;e1",
    "MLG;x",
    "xMLG;a;e1",
    "MLG-BRIDGE;epoch=1;bridge=b",
  ])
    expect(readUserComment(comment)).toBeUndefined();
  expect(readEpochComment("MLG-BRIDGE;epoch=x;bridge=b")).toBeUndefined();
  expect(profileName({ upKbps: 512, downKbps: 2_000 })).toBe("mlango-512k-2000k");
});

test("a session that has to close has no more than until then; of any other a little more does not matter", () => {
  const running = device({ active: active({ secondsLeft: 3_700 }) });
  expect(judge(running, wanted)).toBe("keep");
  expect(judge(running, { ...wanted, closes: true })).toBe("rewrite");
  expect(judge(device({ active: active({ secondsLeft: 3_603 }) }), { ...wanted, closes: true })).toBe("keep");
});
