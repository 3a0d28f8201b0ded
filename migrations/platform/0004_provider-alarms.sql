CREATE TABLE `provider_alarms` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`wake_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_alarms_wake` ON `provider_alarms` (`wake_at`);--> statement-breakpoint
CREATE TABLE `provider_walk` (
	`id` integer PRIMARY KEY NOT NULL,
	`after` text,
	`began_at` integer NOT NULL
);
