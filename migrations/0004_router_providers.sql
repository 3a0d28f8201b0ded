DROP INDEX `provider_routers_current`;--> statement-breakpoint
ALTER TABLE `routers` ADD `provider_id` text REFERENCES providers(id);--> statement-breakpoint
ALTER TABLE `routers` ADD `location` text;--> statement-breakpoint
CREATE INDEX `routers_provider` ON `routers` (`provider_id`);