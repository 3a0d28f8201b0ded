CREATE TABLE `bridge_programs` (
	`bridge_id` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`updated_by` text NOT NULL,
	`since` integer NOT NULL,
	`failed_at` integer,
	`failure` text,
	`wave_id` integer,
	`chosen_at` integer,
	`is_told` integer DEFAULT false NOT NULL,
	`outcome` text,
	`tried_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `bridge_waves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` text NOT NULL,
	`state` text NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`stopped_at` integer,
	`stopped_for` text,
	`stopped_at_bridge` text,
	`ended_at` integer
);
