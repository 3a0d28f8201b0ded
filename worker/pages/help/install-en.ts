import { allowCommand } from "../../contract/values/device-mode.ts";
import type { Book } from "./book.ts";

export const installEn: Book<"install"> = {
  title: "For who installs a site",
  intro: "You stand at the shop with a MikroTik router. This is the way from the box to the first customer.",
  parts: {
    "before-you-go": "Before",
    "paste-the-line": "At the router",
    checklist: "Before you leave",
  },
  topics: {
    "before-you-go": {
      title: "What you need",
      text: `
- A MikroTik router with RouterOS 7.9 or newer (version 6 from 6.45 on works, too), with its internet cable in the first port and working.
- A phone or laptop with WinBox, joined to the router by cable or its own WiFi.
- The provider's console open on a phone: you need the role **Technician** or **Owner**.
- KSh 10 to 20 on an M-Pesa line for the test purchase.
Save the router's own settings before you begin: in WinBox, Files, Backup.`,
    },
    "paste-the-line": {
      title: "One line, no computer",
      text: `
!routers The list of routers
1. In the console: **Routers**, **Set up by one line**. Type the shop's name and the interface of the visitors, most often \`bridge\`.
2. Press **Copy the line**. It is good for 30 minutes and for the internet connection that fetches it first.
3. In WinBox: New Terminal. Press the right mouse button, Paste, then Enter. On a phone keep a finger on the window, then Paste.
4. Leave both open. The steps below the line are done one after another: **The router fetched the script**, **Key posted**, **Tunnel up**, **The platform has logged in**, **Hotspot answers**, **First device seen**.
You may paste the line twice: it changes nothing the second time.`,
    },
    "line-stops": {
      title: "A step does not come",
      text: `
The console says the reason and what to do. What we meet most:
- A new router fetches nothing: enter \`${allowCommand}\`, then press its button or cut its power within five minutes, and paste the line again.
- The router fetched nothing: it has no internet, or its clock is wrong. In the terminal: \`/ping 1.1.1.1\` and \`/system clock print\`.
- **Tunnel up** does not come: the internet provider blocks UDP 51820. Try another line, such as a phone's, to be sure.
- **Device mode** forbids the hotspot: the console shows the command; the router asks you to press its button or to cut its power within five minutes.
- An older version: update RouterOS, then paste the line again.`,
    },
    "bridge-at-site": {
      title: "With a small computer at the site",
      text: `
Vouchers then work without internet, too. Any 64-bit Linux machine will do, joined to the router by cable.
1. In the console: **Routers**, **Install a bridge**. The line is good for 15 minutes and once.
2. Run it on the computer. It installs itself and starts with the computer.
3. \`mlango-bridge doctor\` says what keeps it from serving, and what to do.
4. In the console: **Discover** finds the router, or **Add router** by its address. Then **Set up router**.`,
    },
    checklist: {
      title: "Look at the checklist",
      text: `
**Routers**, the router, **Checklist**, **Check now**. What **Blocks selling** has to be mended; what else is found is said with what to do.
Its last points show that nobody is online without paying.`,
    },
    "before-you-leave": {
      title: "Buy with a customer's phone",
      text: `
1. Take a phone that was never here. Join the WiFi: the page opens by itself, or at any page that begins with http.
2. Before you pay: open any website. It must not open.
3. Buy the cheapest plan. You are online within seconds, and the sale stands in the console.
4. Take the power from the router, and give it back. The phone is online again by itself.
5. Leave the router's password with the provider in an envelope, not in a chat.`,
    },
    "take-back": {
      title: "Undo it",
      text: `
**Routers**, the router, **Set up router**, **Copy the undo script**: one line takes back what the set-up made, and nothing else.
Who is online then goes offline. Do it at a quiet hour.`,
    },
  },
};
