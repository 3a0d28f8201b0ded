CREATE TABLE `provider_snapshots` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`rev` integer NOT NULL,
	`delivered_rev` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_snapshots_undelivered` ON `provider_snapshots` (`provider_id`) WHERE rev > delivered_rev;