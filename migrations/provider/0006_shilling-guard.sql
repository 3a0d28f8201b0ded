CREATE TABLE `allowed_leaks` (
	`id` text PRIMARY KEY NOT NULL,
	`print` text NOT NULL,
	`subject` text,
	`note` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leak_looks` (
	`day` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`looked` integer NOT NULL,
	`unlooked` integer NOT NULL,
	`found` integer NOT NULL,
	`unpaid_online` integer NOT NULL,
	`taken_cents` integer NOT NULL,
	`lost_cents` integer NOT NULL,
	`statement` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leak_nights` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leak_routers` (
	`router_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`hindrance` text,
	`left` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leaks` (
	`id` text PRIMARY KEY NOT NULL,
	`router_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`subject` text,
	`detail` text NOT NULL,
	`is_online` integer NOT NULL,
	`cents` integer NOT NULL,
	`found_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
