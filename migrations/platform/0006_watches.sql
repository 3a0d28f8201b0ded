CREATE TABLE `watches` (
	`id` text PRIMARY KEY NOT NULL,
	`seen_at` integer,
	`bad_since` integer
);
