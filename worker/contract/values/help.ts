/**
 * The handbooks at /help, each with its topics in the order in which they stand there. A topic is an anchor: consoles link to
 * it, so that one that is renamed is renamed there, too (tests/worker/help.test.ts).
 */
export const helpTopics = {
  provider: [
    ...["first-router", "first-money", "first-plan", "first-sale"],
    ...[
      "each-morning",
      "shilling-guard",
      "sell-vouchers",
      "messages",
      "free-trial",
      "moving-here",
      "moving-lines",
      "your-people",
    ],
    ...["home-first", "home-moving-in", "home-cash", "home-overdue", "home-pause", "home-offline"],
    ...[
      "paid-not-online",
      "voucher-refused",
      "slow",
      "other-phone",
      "television",
      "money-back",
      "forget-me",
      "all-offline",
    ],
  ],
  install: [
    ...["before-you-go", "paste-the-line", "line-stops", "bridge-at-site"],
    ...["checklist", "before-you-leave", "take-back"],
  ],
  operator: [
    ...[
      "new-provider",
      "each-day",
      "home-customers",
      "new-host",
      "bridge-updates",
      "safaricom-down",
      "restore",
      "leaked-secret",
    ],
    ...[
      "watch-minute",
      "watch-wakes",
      "watch-unopened",
      "watch-mail",
      "watch-differences",
      "watch-confirmations",
    ],
    ...["watch-online", "watch-backup", "watch-database", "watch-largest"],
  ],
} as const;

export type HelpBook = keyof typeof helpTopics;
type HelpTopicOf<Book extends HelpBook> = (typeof helpTopics)[Book][number];
/** `provider#slow` */
export type HelpTopic = { [Book in HelpBook]: `${Book}#${HelpTopicOf<Book>}` }[HelpBook];

export const helpBooks = Object.keys(helpTopics) as HelpBook[];
