CREATE TABLE `short_addresses` (
	`name` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `short_addresses_at` ON `short_addresses` (`at`);