CREATE TABLE `provider_sizes` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_sizes_bytes` ON `provider_sizes` (`bytes`);