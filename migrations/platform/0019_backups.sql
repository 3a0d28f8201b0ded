CREATE TABLE `backup_files` (
	`night` text NOT NULL,
	`key` text NOT NULL,
	`provider_id` text NOT NULL,
	`sha256` text NOT NULL,
	`bytes` integer NOT NULL,
	`rows` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`night`, `key`)
);
--> statement-breakpoint
CREATE TABLE `loaded_providers` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`night` text NOT NULL,
	`rows_at` integer,
	`status` text NOT NULL,
	`began_at` integer NOT NULL,
	`ended_at` integer,
	`released_at` integer
);
--> statement-breakpoint
CREATE INDEX `loaded_providers_night` ON `loaded_providers` (`night`);