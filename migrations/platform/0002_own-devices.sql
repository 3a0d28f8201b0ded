CREATE TABLE `own_devices` (
	`router_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`mac` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`router_id`, `provider_id`, `mac`),
	FOREIGN KEY (`router_id`) REFERENCES `routers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `own_devices_provider` ON `own_devices` (`provider_id`);