CREATE TABLE `line_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`cut_from` integer,
	`cut_until` integer
);
--> statement-breakpoint
ALTER TABLE `line_periods` ADD `kind` text DEFAULT 'period' NOT NULL;--> statement-breakpoint
ALTER TABLE `line_periods` ADD `day` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `line_periods` ADD `ask_id` text;--> statement-breakpoint
ALTER TABLE `line_periods` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `lines` ADD `blocks_at` integer DEFAULT 0;--> statement-breakpoint
ALTER TABLE `lines` ADD `is_kept_on` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `lines` ADD `held_at` integer;--> statement-breakpoint
ALTER TABLE `lines` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `lines` ADD `next_terms` text;--> statement-breakpoint
ALTER TABLE `lines` ADD `next_at` integer;--> statement-breakpoint
ALTER TABLE `lines` ADD `adopted` text;--> statement-breakpoint
ALTER TABLE `lines` ADD `is_handed_back` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `packages` ADD `grace_days` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `packages` ADD `days_from_cents` integer;