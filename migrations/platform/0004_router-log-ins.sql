ALTER TABLE `routers` ADD `log_in_shared_with` text;--> statement-breakpoint
ALTER TABLE `routers` ADD `log_in_known_to` text;