CREATE TABLE `absences` (
	`what` text NOT NULL,
	`began_at` integer NOT NULL,
	`name` text NOT NULL,
	`is_bridge` integer NOT NULL,
	`routers` text NOT NULL,
	`state` text NOT NULL,
	`changed_at` integer NOT NULL,
	`ended_at` integer,
	`message_id` text,
	PRIMARY KEY(`what`, `began_at`)
);
--> statement-breakpoint
CREATE INDEX `absences_open` ON `absences` (`changed_at`) WHERE state <> 'over';--> statement-breakpoint
CREATE TABLE `owner_news` (
	`id` text PRIMARY KEY NOT NULL,
	`morning_by` text DEFAULT 'off' NOT NULL,
	`morning_hour` integer DEFAULT 7 NOT NULL,
	`alarms` integer DEFAULT false NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`told_day` text DEFAULT '' NOT NULL,
	`alarms_at` text DEFAULT '[]' NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `outages_ended` ON `outages` (`ended_at`);