CREATE TABLE `admin_names` (
	`username_key` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`name` text NOT NULL,
	`admin_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`pending` text,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_names_admin` ON `admin_names` (`admin_id`);--> statement-breakpoint
CREATE INDEX `admin_names_provider` ON `admin_names` (`provider_id`);--> statement-breakpoint
CREATE INDEX `admin_names_pending` ON `admin_names` (`provider_id`) WHERE pending IS NOT NULL;