/**
 * A budget goes down with each saving, and up only for what visitors, gateways or bridges need: at the start for receipts and codes that are
 * paid with credits, 4 KB, three migrations of a provider's database, 4.5 KB, and the choice of a second SMS service with a migration,
 * 3 KB: what speaks it comes with its first message; for offers, to which a buyer agrees and which a link ends, 12 KB with their texts and a
 * migration; for lines, 19 KB: tables, a migration, texts, what bridges say of them, and what a payment into an account writes. In all for the backup, 33 KB, for what an owner is told, 17 KB, for credits and the
 * shilling guard, 62 KB, for the second SMS service, 8 KB, for campaigns, 25 KB, for lines and
 * customers with their page, 53 KB, of which next to nothing is loaded at the start. For the ways into an account and out of it 14.5 KB at the
 * start (a migration with its triggers, a table, texts, typed numbers at the gateway's door, receipts and when lines are told of) and 37 KB in all. For the life of a line, its packages and for moving in 10 KB at the
 * start (a migration, texts, when a line is blocked and what a balance buys of it) and 43 KB in all. For fixed devices, customers from a file,
 * statements, cash among the payments, another router and why a line is offline 19 KB at the start (three migrations, tables, texts, what
 * bridges say of devices) and 84 KB in all. For usage by day, fair use, what customers choose themselves, letters to them, devices that a router has
 * and numbers that are typed at the platform's pay bill 23 KB at the start (two migrations, tables, texts, reports of bridges) and 67 KB in all. A build in another folder differs by a kilobyte, so that much is left.
 */
export const mostOfWorker = {
  atStart: { bytes: 1_427_000, modules: 658 },
  inAll: { bytes: 2_815_000, modules: 1_426 },
};
