import type { Book } from "./book.ts";

export const providerEn: Book<"provider"> = {
  title: "For the provider",
  intro:
    "You sell WiFi with Mlango. This is how to begin, what to do each day, and what to do when a customer complains.",
  parts: {
    "first-router": "The first day",
    "each-morning": "Every day",
    "paid-not-online": "When a customer complains",
  },
  topics: {
    "first-router": {
      title: "Connect your router",
      text: `
Open **Routers**. If you see **Set up by one line**, you need no computer at your shop: type a name for the router, copy the line, and paste it into the router's terminal. How to paste it is in [the handbook for who installs](/help/install#paste-the-line).
The steps below the line turn to **Done** one after another. When all are done, the router is online.
If you don't see that button, press **Install a bridge** and follow it on a small Linux computer that stands beside the router.`,
    },
    "first-money": {
      title: "Where your money goes",
      text: `
Look at it before you sell: **Billing**, **How you are paid**. The till, pay bill or bank account that stands there gets the money of your customers.
If you see **Set up M-Pesa**, the owner can do it: type the number, then press **Send KSh 1** and pay the prompt. Only when that shilling has arrived in your account does it collect. If the number changes later, press **Change account**.
If you don't see that button, call the operator. Until it is set up, customers can use vouchers only.
Where you have no till or pay bill, or Safaricom refuses it, you may see **Let the platform collect for you**. Customers then pay the platform, which owes you the money: **Your balance at the platform** shows it to the shilling. Press **Say where payouts go**, wait 24 hours, then press **Pay out**. A payout that is **Unclear** is never sent twice: M-Pesa is asked until it says how it ended.`,
    },
    "first-plan": {
      title: "Make your first plan",
      text: `
!plan The form for a new plan
1. Open **Plans** and press **Create Plan**.
2. Type a name that your customers understand, such as "1 hour", then the price, the speed and how long it lasts.
3. Save it. It is on your WiFi page at once.
Begin with two or three plans. Time runs from the moment when the customer is online, and it does not stop when the phone is switched off.
A plan may be open at some hours of the day only, such as the night's: under **More**, at **Hours**. Outside of them nobody is let in, and the bought time stands still.
When you change a plan, who bought it before keeps what was paid for.`,
    },
    "first-sale": {
      title: "Buy from yourself first",
      text: `
Join your own WiFi with your phone, wait for the page, choose the cheapest plan and pay. You should be online within seconds, and the sale stands in **Payments**.
Do this before the first customer does. If it does not work, look at **First steps** on the **Dashboard**: it says what is missing.`,
    },
    "each-morning": {
      title: "What to look at each morning",
      text: `
!dashboard The dashboard
1. **Dashboard**, **Needs your attention**: if it is there, begin with it. Each line leads to what has to be done.
2. **Routers**: all should be **Online**.
3. **Payments**: **Paid, not activated** should not be there. If it is, open it and press **Retry**.`,
    },
    "sell-vouchers": {
      title: "Sell vouchers",
      text: `
!vouchers The list of vouchers
1. Open **Vouchers** and press **Generate Vouchers**. Choose the plan and how many.
2. Print them, or send one by WhatsApp.
3. The customer joins the WiFi and types the code. One code works once.
You take the money for vouchers yourself, in cash. Count them: **Made together** shows of each order how many are used.
A voucher that was lost or stolen: **Revoke** it. It then opens nothing.`,
    },
    "free-trial": {
      title: "Let people try it",
      text: `
People who do not know your WiFi buy more easily once they have tried it. Open **Settings**, then **Free trial**.
1. It needs your SMS account: type it under **Messages** and send a test message.
2. Choose how many **Minutes**, and how many trials a day at each router. The page says what the SMS may cost at most.
3. Switch on **Offer a free trial** and press **Save**.
The visitor types a phone number on your WiFi page, gets a code by SMS, types it and is online. Each phone gets it once, and a phone that has bought from you gets none.
Nothing is sold: it stands in no sum of your money. **Users** shows who has a **Free trial**.`,
    },
    "moving-here": {
      title: "Move here from another system",
      text: `
Bring your unused vouchers and your customers' time along. Open **Vouchers** and press **Import**.
1. From Mikhmon: \`Users\`, \`Export\`, \`CSV\` or \`Script\`. From PHPNuxBill: export its tables \`tbl_voucher\` and \`tbl_user_recharges\` as CSV. From UniFi or a sheet of your own: a line with \`code,plan,expires\` above the rows; for customers also \`phone\` or \`mac\`. Without \`plan\` you choose one for all rows.
2. Press **Choose a file**, and say which of your plans each of its plans is. **Make a plan** makes a new one, hidden from visitors.
3. Press **See what becomes of it**. Nothing is changed yet. Each row says what it becomes, what of it is not kept, or why it is left out.
4. Press **Import**. If your line breaks, press **Go on**; nothing comes twice.
Printed vouchers go on working: your customers type the code as it is printed. If a voucher had a user and another password, they type both, one after the other.
A customer who had time left gets it on the same device, or by a code. **Download the table** has the new codes; send each to its phone number.
Something went wrong? **Undo** takes back what nobody used yet.`,
    },
    "your-people": {
      title: "Let others work for you",
      text: `
Never give your own password to anybody. Open **People** and press **Invite somebody**. They choose their own password.
- **Cashier** sells vouchers and finds payments, and sees no totals of your money.
- **Technician** sees the routers, and no money.
- **Owner** sees and changes everything.
A password can be seen over a shoulder. Turn the **Second factor** on in your **Profile**: then signing in needs your phone, too. Print the recovery codes and lock them away. Somebody lost theirs? You turn it off for them in **People**; if you are the only owner, ask whoever runs the platform.
**Who did what** shows each thing that was done, by whom and when.`,
    },
    "paid-not-online": {
      title: '"I paid and I am not online"',
      text: `
!payment The receipt of a payment
Ask for the phone number that paid, or for the M-Pesa code. Open **Payments** and search for it.
- **Payment Completed** with **Paid, not activated**: press **Retry**. If the router is offline, the purchase waits and loses no time.
- **Payment Completed** and nothing else: the purchase works. Let the customer join the WiFi with the phone that bought it and open any page.
- **Payment Pending**: M-Pesa has not told us yet. Wait a minute; we ask M-Pesa by ourselves. The customer must not pay again now.
- **Payment Failed**: M-Pesa told us that nothing was taken. Open it, it says why. If the customer has an M-Pesa message all the same, look again after a minute, then show the message to the operator.
- Nothing is found: the money went somewhere else. Look at the customer's M-Pesa message: is the name in it yours? If it was typed at your pay bill, it stands under **Money without a purchase**.
The customer can also get the purchase back alone: on the WiFi page, type the M-Pesa code.`,
    },
    "voucher-refused": {
      title: '"My voucher does not work"',
      text: `
Open **Vouchers** and search for the code.
- **Active**: it was never used. Let the customer type it again, slowly. Letters may be small or big.
- **Used**: it says when and by which device. Often it is the customer's own other phone.
- **Revoked** or **Expired**: make a new one if you think that is fair.`,
    },
    slow: {
      title: '"The internet is slow"',
      text: `
Open **Users** and search for the phone number. Look at three things:
- The plan's speed. That is what was bought; it can't be faster.
- The data. Some plans go on at a lower speed after some GB.
- How many are online at the router. Your own line is shared by all of them: ten people at 5 Mbps need 50 Mbps from your internet provider when all of them download.
If everybody is slow, test the line itself with a cable at the modem and call your internet provider.`,
    },
    "other-phone": {
      title: '"I have another phone now"',
      text: `
The customer can do it alone: join the WiFi with the new phone and type the M-Pesa code or the recovery code of the receipt. The time moves over, the old phone is offline.
You can do it, too: **Users**, open the user, **Move device**.
Many phones show another address to each WiFi. If a customer has to pay again each day, let them switch "private address" off for your WiFi.`,
    },
    television: {
      title: '"How does my TV get internet?"',
      text: `
A television or a console can't open the page and pay, but the phone that bought can let it in. The customer joins the WiFi with the TV, opens the page on the phone, "You are online", and taps "Add a TV or another device". The page lists what waits at the hotspot by its maker; the customer taps it and confirms.
A plan for one device moves: the phone goes offline while the TV is online, and can take the plan back on its page. For both at once sell a plan for two devices.
Not in the list? The TV has to be on your WiFi. Its MAC address, from the TV's network settings, can be typed, too.
A second phone joins a plan for two by scanning the code on the same page. A customer who walks from one of your routers to another is online there by itself once the page opens, as long as the plan is sold there.`,
    },
    "money-back": {
      title: '"I want my money back"',
      text: `
If the WiFi did not work, time is often better than money: **Users**, open the user, **Extend time**. That is outside of your sales.
Money that came by M-Pesa goes back from your own account: ask the operator, who can do it with the receipt, or send it yourself and keep the message.
Paid twice for one purchase? It stands under **Payments under review** by itself.`,
    },
    "all-offline": {
      title: "Nobody is online",
      text: `
1. Is there power at the router and at the modem? Look at the lights.
2. Does your own internet line work? Test it with a cable.
3. Open **Routers**. **Offline** with a reason below it: do what it says.
4. **Online**, and yet no page on phones: open the **Checklist** of that router and look at what **Blocks selling**.
Who was online stays online while only our system can't be reached; the router itself counts the time.
After an outage of five minutes or more **Routers** offers **Give the time back**. One press gives each buyer what was lost.`,
    },
  },
};
