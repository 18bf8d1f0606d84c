import { createDataSource } from '@towpath/persistence';
import { ForgetRestOfErasedUsers1700000520200 } from '../src/migrations/1700000520200-forget-rest-of-erased-users/migration.js';
import { personWithMoney } from './erased-person.fixture.js';
import { linkBody, Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

let gateway: StandInGateway;
let service: TestPaymentLink;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await gateway?.stop();
});

async function migrate(): Promise<void> {
  const source = await createDataSource({ url: service.database.urls.owner }).initialize();
  try {
    await new ForgetRestOfErasedUsers1700000520200().up(source.createQueryRunner());
  } finally {
    await source.destroy();
  }
}

async function storeCard(app: TestCustomerApp): Promise<void> {
  const sender = { external_user_id: 'xv', name: 'Xanthippe Volemarsh' };
  const payment_setup_options = { future_payments: 'AUTOPAY' };
  const link = linkBody({ sender, payment_setup_options });
  const payer = await Payer.of(app, {} as TestSandbox, link);
  const { body } = await payer.select();
  await payer.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
}

/** As an erasure left the rows before. */
async function keepAsBefore(app: TestCustomerApp): Promise<void> {
  const mine = 'WHERE customer_app_id = $1';
  for (const sql of [
    `UPDATE payment_links SET integration_metadata = '{"integration_id": "EXT"}' ${mine}`,
    `UPDATE payment_methods SET card_details = '{"brand": "Visa", "card_number_alias": "x"}' ${mine}`,
    `UPDATE payouts SET description = 'For Quill' ${mine}`,
  ]) {
    await app.rows(sql, [app.id]);
  }
}

async function left(app: TestCustomerApp): Promise<unknown[]> {
  return app.rows(
    `SELECT DISTINCT l.integration_metadata AS link, m.card_details AS card, p.description AS payout
     FROM payment_links l JOIN payment_methods m USING (customer_app_id, user_id)
       JOIN payouts p USING (customer_app_id, user_id) WHERE customer_app_id = $1`,
    [app.id],
  );
}

it('a migration deletes what earlier erasures left, and nothing of other users', async () => {
  const [erased, other] = [await service.customerApp(['HKD']), await service.customerApp(['HKD'])];
  for (const app of [erased, other]) {
    const { userId } = await personWithMoney(app);
    await storeCard(app);
    if (app === erased) {
      await app.order('payment_users/erase', { user_id: userId, reason: 'ticket 17' });
    }
    await keepAsBefore(app);
  }
  const card = { brand: 'Visa', card_number_alias: 'x' };
  const all = [{ link: { integration_id: 'EXT' }, card, payout: 'For Quill' }];
  expect([await left(erased), await left(other)]).toEqual([all, all]);
  await migrate();
  const rest = [{ link: null, card: { brand: 'Visa' }, payout: null }];
  expect([await left(erased), await left(other)]).toEqual([rest, all]);
});
