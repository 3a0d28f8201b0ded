CREATE TABLE `customer_numbers` (
	`number` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`given_at` integer NOT NULL
);
