// Lists today's payments, makes ten vouchers of a plan and prints their codes. The token may read payments and plans and make
// vouchers (Settings, API). Node 20 or newer:
//   MLANGO_URL=https://yourname.example.com MLANGO_TOKEN=mlango_… node examples/vouchers.mjs "1 Hour"
const { MLANGO_URL, MLANGO_TOKEN } = process.env;
const [planName] = process.argv.slice(2);

async function ask(path, body) {
  const answer = await fetch(new URL(path, MLANGO_URL), {
    method: body ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${MLANGO_TOKEN}`,
      "content-type": "application/json",
      // Keep the key where you ask again after a lost answer: with the same one, nothing is made twice.
      ...(body ? { "idempotency-key": crypto.randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${read.message}`);
  return read;
}

const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
const payments = await ask(`/api/admin/transactions?type=payment&status=completed&from=${today}&to=${today}`);
for (const { createdAt, amount, planName, receipt } of payments)
  console.log(createdAt, `KSh ${amount}`, planName, receipt);

const plan = (await ask("/api/admin/plans")).find(({ name }) => name === planName);
if (!plan) throw new Error(`There is no plan "${planName}"`);
const { vouchers } = await ask("/api/admin/vouchers/generate", { planId: plan.id, quantity: 10 });
for (const { code } of vouchers) console.log(code);
