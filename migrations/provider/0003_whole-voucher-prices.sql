-- A slip says whole shillings: that, and no other price, is what an unused voucher is sold for.
UPDATE `vouchers` SET `terms` = json_set(`terms`, '$.priceCents', (json_extract(`terms`, '$.priceCents') + 99) / 100 * 100)
WHERE `redemption_id` IS NULL AND json_extract(`terms`, '$.priceCents') % 100 <> 0;
