CREATE TABLE `router_sellers` (
	`router_id` text NOT NULL,
	`bridge_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`left_at` integer NOT NULL,
	`look_at` integer NOT NULL,
	PRIMARY KEY(`router_id`, `provider_id`, `bridge_id`)
);
--> statement-breakpoint
CREATE INDEX `router_sellers_bridge` ON `router_sellers` (`bridge_id`);--> statement-breakpoint
CREATE INDEX `router_sellers_look` ON `router_sellers` (`look_at`);