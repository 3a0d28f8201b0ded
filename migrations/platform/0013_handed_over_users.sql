CREATE TABLE `handed_over_users` (
	`router_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`mac` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`router_id`, `provider_id`, `mac`),
	FOREIGN KEY (`router_id`) REFERENCES `routers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `handed_over_users_provider` ON `handed_over_users` (`provider_id`);