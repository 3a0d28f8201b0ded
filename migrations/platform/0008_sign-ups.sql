CREATE TABLE `sign_ups` (
	`id` text PRIMARY KEY NOT NULL,
	`business_name` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`subdomain` text NOT NULL,
	`username_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`code_hash` text NOT NULL,
	`near` text NOT NULL,
	`mail_holder` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`state` text NOT NULL,
	`proved_at` integer,
	`told_at` integer,
	`decided_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_ups_subdomain` ON `sign_ups` (`subdomain`) WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX `sign_ups_username` ON `sign_ups` (`username_key`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `sign_ups_state` ON `sign_ups` (`state`);