CREATE TABLE `provider_faults` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`fault` text NOT NULL,
	`since` integer NOT NULL,
	`at` integer NOT NULL
);
