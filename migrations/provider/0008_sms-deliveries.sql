ALTER TABLE `messages` ADD `ask_at` integer;--> statement-breakpoint
CREATE INDEX `messages_asked` ON `messages` (`ask_at`) WHERE ask_at IS NOT NULL;