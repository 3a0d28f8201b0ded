CREATE TABLE `media_uses` (
	`hash` text NOT NULL,
	`provider_id` text NOT NULL,
	`stored_at` integer NOT NULL,
	`unused_since` integer,
	PRIMARY KEY(`provider_id`, `hash`)
);
--> statement-breakpoint
CREATE INDEX `media_uses_hash` ON `media_uses` (`hash`);--> statement-breakpoint
CREATE INDEX `media_uses_unused` ON `media_uses` (`unused_since`) WHERE unused_since IS NOT NULL;--> statement-breakpoint
CREATE TABLE `paybill_addresses` (
	`short_code` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`registered_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `vouchers_revoked` ON `vouchers` (`provider_id`,`revoked_at`) WHERE used_at IS NULL AND revoked_at IS NOT NULL;