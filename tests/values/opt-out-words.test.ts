import { expect, test } from "vitest";
import { isOptOut } from "#contract/values/opt-out-words";

test.each([
  ...[
    "STOP",
    "stop",
    " Stop. ",
    "Stop. Thank you",
    "STOP DEMOWIFI",
    '"STOP"',
    "*STOP*",
    "STOPALL",
    "stop!!!",
  ],
  ...[
    "\u200eStop\u200b",
    "\u202aSTOP\u202c",
    "\ufeffstop",
    "Stop\ud83d\ude4f",
    "\uff33\uff34\uff2f\uff30",
    "S T O P",
    "s.t.o.p",
  ],
  ...["unsubscribe", "Unsubscribe me", "opt out", "OPT-OUT", "Please stop", "Pls STOP sending", "Hi, stop"],
  ...[
    "acha",
    "Acha kutuma",
    "ACHA KUNITUMIA",
    "Tafadhali acha",
    "ondoa",
    "Ondoa namba yangu",
    "Niondoe",
    "Wacha kutuma",
  ],
  ...["Sitisha", "cancel", "END", "quit.", "Toa"],
])("%j wants no more messages", (text) => {
  expect(isOptOut(text)).toBe(true);
});

test.each([
  ...[
    "",
    " ",
    "hello",
    "please do not stop my internet",
    "Don't stop",
    "Do not stop",
    "nonstop",
    "Stopped working",
  ],
  ...["Cancel my payment", "End of my plan?", "When does it stop", "Bus stop", "please", "Acha niulize kitu"],
  ...["Usiache", "Sitaki weekly, nataka daily", "Toa pesa yangu", "\u0421\u0422\u041e\u0420"],
])("%j may want something else", (text) => {
  expect(isOptOut(text)).toBe(false);
});
