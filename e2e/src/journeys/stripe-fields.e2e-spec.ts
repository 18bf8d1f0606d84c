import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import { Payers } from '../clients/browser-payer.js';
import type { BrowserRecord } from '../clients/browser-record.js';
import { PlantedSecrets } from '../clients/planted-secrets.js';
import { StripeMerchant } from '../clients/stripe-merchant.js';
import { RunningSystem } from '../system/running-system.js';

const GOOD = '4242 4242 4242 4242';
const CHALLENGED = '4000 0027 6000 3184';

const system = RunningSystem.open();
const { PUBLIC_PAGES_URL: pages, PUBLIC_FIELDS_URL: fields } =
  system.service('gateway').environment;
let merchant: StripeMerchant;
let payers: Payers;
let record: BrowserRecord;

beforeAll(async () => {
  [merchant, payers] = await Promise.all([StripeMerchant.open(system), Payers.start()]);
});
afterEach(() => expect(record.faults).toEqual([]));
afterEach(() => payers.leave());
afterAll(() => payers.stop());

async function aPayer() {
  const opened = await merchant.opens(payers);
  ({ record } = opened);
  return opened;
}

/** The payment of a link that was paid, and its intent at Stripe. */
async function paidBy({ status, payment }: PaymentLinkResponse) {
  expect([status, payment?.status]).toEqual(['PAID', 'EXECUTED']);
  return merchant.intentOf(payment?.payment_id ?? '');
}

describe('a payment link of an app with an account at Stripe', () => {
  it('is paid by a card that is typed into fields of a second origin and sent to a third', async () => {
    const { payer, read } = await aPayer();
    await payer.paysAtStripe(GOOD);
    const origins = payer.page.frames().map((frame) => new URL(frame.url()).origin);
    await payer.sees('Payment complete');
    expect(origins).toEqual([pages, fields, 'https://js.stripe.com']);
    expect(await paidBy(await read())).toMatchObject({
      status: 'succeeded',
      amount: 12_500,
      amount_received: 12_500,
      currency: 'hkd',
    });
  });

  it('leads to the bank in the whole tab and back, and leaves no trace of the query', async () => {
    const { payer, read } = await aPayer();
    await payer.paysAtStripe(CHALLENGED);
    await payer.decides('Approve');
    await payer.sees('Payment complete');
    const { status, client_secret: secret } = await paidBy(await read());
    expect(status).toBe('succeeded');
    expect(record.addressesWith(secret)).toEqual([
      expect.stringMatching(`^${merchant.url}/stripe/challenge/`),
      `${pages}/payment_links/hosted/challenge_return`,
    ]);
    expect(await record.refererWith(secret)).toEqual([]);
    expect(await payer.page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(
      secret,
    );
    // The log of the double is that of Stripe.
    const found = Object.keys(new PlantedSecrets([secret]).inLogs(system.dataDir));
    expect(found.filter((log) => log !== 'sandbox.log')).toEqual([]);
  });
});
