CREATE TABLE `admins` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	PRIMARY KEY(`provider_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_username` ON `admins` (`provider_id`,`username_key`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`provider_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`admin_id` text NOT NULL,
	`host` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`confirmed_at` integer NOT NULL,
	`browser` text,
	PRIMARY KEY(`provider_id`, `token_hash`),
	FOREIGN KEY (`provider_id`,`admin_id`) REFERENCES `admins`(`provider_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_admin` ON `sessions` (`provider_id`,`admin_id`);