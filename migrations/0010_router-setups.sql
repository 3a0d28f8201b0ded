CREATE TABLE `router_setups` (
	`router_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`token_hash` text NOT NULL,
	`routeros_version` text NOT NULL,
	`interface` text NOT NULL,
	`bridge_address` text NOT NULL,
	`secrets` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`router_id`) REFERENCES `routers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `router_setups_token` ON `router_setups` (`token_hash`);