import { randomUUID } from 'node:crypto';
import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import {
  eventually,
  HostedPayer,
  paymentOrder,
  type WebhookReceiver,
  type Merchant,
} from '@towpath/testing';
import { ConsoleOperator } from '../clients/console-operator.js';
import { RunningSystem } from '../system/running-system.js';

const PAYER = { name: 'Lo Siu Ming', email: 'siu.ming@example.com' };
const REFERENCE = `KAYAK-${randomUUID().slice(0, 13)}`;
/** Nobody else pays it. */
const AMOUNT = 10_000_000 + (Date.now() % 9_000_000);
const SHOWN = `HKD ${(AMOUNT / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;

const system = RunningSystem.open();
let shop: Merchant;
let receiver: WebhookReceiver;
let operator: ConsoleOperator;
let link: PaymentLinkResponse;
let paymentId: string;
let path: string;

beforeAll(async () => {
  shop = await system.newShop({ name: 'Watched Shop' });
  receiver = await system.webhookReceiver();
  // The consumer is away once.
  receiver.script('/shop', [503]);
  await shop.createWebhookEndpoint({
    body: { url: receiver.url('/shop'), event_types: ['PAYMENT_EXECUTED'] },
  });
  const order = paymentOrder({
    amount: AMOUNT,
    payment_details: { description: 'Two kayaks', external_transaction_reference: REFERENCE },
  });
  link = await shop.createPaymentLink({
    body: { ...order, sender: { ...order.sender, ...PAYER } },
  });
  await (await HostedPayer.open(shop.api, link.url ?? '')).pay('disputed');
  paymentId = (await shop.link(link.payment_link_id)).payment?.payment_id ?? '';
  path = `/payment/${shop.customerAppId}.${paymentId}/show`;
  await receiver.waitFor(({ answered }) => answered === 200, { deadlineMs: 60_000 });
  operator = await ConsoleOperator.start(system);
});
afterAll(() => Promise.all([receiver.stop(), operator.stop()]));

describe('a stranger', () => {
  it('gets the login at every address, and no answer', async () => {
    await operator.page.goto(path);
    await operator.page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await operator.page.getByText(paymentId).count()).toBe(0);
    const asked = [
      'session',
      'find?q=4242',
      'resources/payment',
      `resources/payment/${shop.customerAppId}/${paymentId}`,
      'figures',
      'parked-messages',
      'audit-entries/payment-link',
    ];
    const statuses = asked.map((each) => operator.statusOf(`/console/api/${each}`));
    expect(await Promise.all(statuses)).toEqual(asked.map(() => 401));
  });

  it('finds no console at the origin of the API', async () => {
    const { status } = await fetch(`${system.baseUrl}/console/api/session`);
    expect(status).toBe(404);
  });
});

describe('an operator', () => {
  beforeAll(() => operator.logsIn());

  it.each([
    ['the ID', () => paymentId],
    ['its reference', () => REFERENCE],
    ['the reference at the gateway', gatewayReference],
    ['the last four digits of its card', () => '•••• 0259'],
    ['its amount', () => SHOWN],
  ])('finds the payment by %s', async (_name, typed) => {
    const found = await operator.finds(await typed(), { showing: paymentId });
    expect(await found.innerText()).toContain(SHOWN);
    await found.click();
    await operator.page.getByRole('heading', { name: 'Timeline' }).waitFor();
    expect(new URL(operator.page.url()).pathname).toBe(path);
  });

  it('finds the link by its reference, and from there the payment', async () => {
    const showing = link.payment_link_id;
    await (await operator.finds(link.unique_reference_id ?? '', { showing })).click();
    await operator.region('Related').getByRole('link', { name: paymentId }).click();
    await operator.page.getByText(SHOWN).first().waitFor();
  });

  it('finds the payer by e-mail address, and from there the payment', async () => {
    const payers = await operator.finds('SIU.MING@example.com', { showing: 'Watched Shop' });
    await payers.first().click();
    await operator.region('Related').getByRole('link', { name: paymentId }).click();
    await operator.page.getByText(SHOWN).first().waitFor();
  });

  it.each(['payment_link', 'payment_user', 'payment_account', 'dispute', 'webhook_event'])(
    'opens the newest %s of a list, with its timeline',
    async (kind) => {
      const filter = JSON.stringify({ customer_app_id: shop.customerAppId });
      await operator.page.goto(`/${kind}?filter=${encodeURIComponent(filter)}`);
      await operator.page.getByRole('main').locator('tbody tr').first().click();
      await operator.page.waitForURL(`**/${kind}/${shop.customerAppId}.*/show`);
      await operator.region('Timeline').waitFor();
    },
  );

  it('sees what happened, in the words of each service', async () => {
    const entries = await eventually(
      async () => {
        await operator.page.goto(path);
        const shown = await operator.timeline();
        return shown.some((entry) => entry.startsWith('POST 200')) ? shown : undefined;
      },
      { deadlineMs: 30_000, describe: 'the second attempt in the timeline' },
    );
    const titles = entries.map((entry) => entry.split('\n', 1)[0]);
    const wanted = [
      'payment.created',
      'AUTHORIZATION_REQUIRED → AUTHORIZING',
      'attempt 1: CARD at GW1',
      'SUBMITTED → EXECUTED',
      'payment.executed',
      'PAYMENT: clearing → settlement',
      'PAYMENT_EXECUTED',
      'POST 503',
      'POST 200',
    ];
    expect(titles.filter((title) => wanted.includes(title ?? ''))).toEqual(wanted);
    const services = ['payment-link', 'webhook-dispatch'];
    const known = services.filter((name) => entries.some((entry) => entry.includes(name)));
    expect(known).toEqual(services);
  });

  it('sees what each entry of the timeline is about', async () => {
    const detailsOf = async (title: string) => {
      const entry = operator.region('Timeline').getByRole('listitem').filter({ hasText: title });
      await entry.getByRole('button', { name: 'Details' }).click();
      return entry.innerText();
    };
    await operator.page.goto(path);
    expect(await detailsOf('PAYMENT: clearing')).toContain(SHOWN);
    expect(await detailsOf('attempt 1: CARD at GW1')).toMatch(/Connector\s+sandbox/);
    expect(await detailsOf('POST 503')).toMatch(/attempt/i);
  });

  it('shows a masked value within others for a reason, which the audit keeps', async () => {
    const reason = `Ticket ${REFERENCE}`;
    await operator.page.goto(path);
    const show = operator.page.getByRole('button', { name: /^Show .* card details fingerprint$/ });
    await show.click();
    await operator.page.getByLabel('Reason').fill(reason);
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Show' }).click();
    await show.waitFor({ state: 'detached' });
    await operator.page.goto('/audit-entries');
    const entry = operator.page.getByRole('row').filter({ hasText: reason });
    expect(await entry.innerText()).toMatch(/local:operator.*Unmask member.*fingerprint/is);
  });

  describe('who watches', () => {
    const tableOf = async (name: string) => {
      const region = operator.region(name);
      await region.getByText('As a table').first().click();
      return region.innerText();
    };

    beforeAll(async () => {
      await operator.page.goto('/watch');
      await operator.page.getByLabel('App', { exact: true }).click();
      await operator.page.getByRole('option', { name: 'Watched Shop' }).click();
      await operator.region('Money').getByText('HKD').first().waitFor();
      await operator.page.getByRole('progressbar').waitFor({ state: 'detached' });
    });

    it('sees the money of the app, and how often payments succeed', async () => {
      expect(await tableOf('Money')).toContain(SHOWN);
      expect(await tableOf('Success rate')).toMatch(/GW1[\s\S]*100\.0 %/);
    });

    it('sees how webhooks arrive', async () => {
      const webhooks = await operator.region('Webhooks').innerText();
      expect(webhooks).toMatch(/Test · enabled · Delivered\s+1/);
    });

    it('sees which disputes wait', async () => {
      const disputes = await operator.region('Disputes by deadline').innerText();
      expect(disputes).toMatch(/Test · .*(days left|week)\s+1/);
    });

    it.each(['Declines', 'Parked messages', 'Ledger check', 'Reconciliation'])(
      'reads in words that there is nothing: %s',
      async (name) => {
        const text = await operator.region(name).innerText();
        expect(text).toMatch(/No (payment failed|message is parked|difference)|Not checked|Every/);
      },
    );

    it('sees of all apps together what the services have not read', async () => {
      await operator.page.goto('/watch');
      await operator
        .region('Consumer lag')
        .getByText(/No message waits|To be/)
        .first()
        .waitFor();
    });
  });

  describe('who acts', () => {
    const reason = `Ticket ${REFERENCE}: the payer called`;
    const auditOf = async (action: string, service: string) => {
      const filter = encodeURIComponent(JSON.stringify({ service }));
      await operator.page.goto(`/audit-entries?filter=${filter}`);
      const entry = operator.page.getByRole('row').filter({ hasText: reason });
      await entry.filter({ hasText: action }).first().waitFor();
    };

    it('sends a webhook again, and the consumer gets it once more', async () => {
      const before = receiver.at('/shop').length;
      await operator.page.goto(path);
      await operator
        .region('Timeline')
        .getByRole('listitem')
        .filter({ hasText: 'POST 200' })
        .first()
        .getByRole('link', { name: 'Webhook event' })
        .click();
      await operator.page.getByRole('heading', { name: 'Webhook event' }).waitFor();
      await operator.acts('Send the webhook again', { verb: 'Send again', reason });
      await eventually(() => receiver.at('/shop').length > before, { deadlineMs: 60_000 });
      await auditOf('Resend webhook', 'webhook-dispatch');
    });

    it('cancels a link, which nobody can pay any more', async () => {
      const other = await shop.createPaymentLink({ body: paymentOrder({ amount: 4_200 }) });
      const id = other.payment_link_id;
      await operator.page.goto(`/payment_link/${shop.customerAppId}.${id}/show`);
      await operator.acts('Cancel the payment link', { verb: 'Cancel the link', reason });
      expect((await shop.link(id)).status).toBe('CANCELLED');
      await auditOf('Cancel payment link', 'payment-link');
    });

    it('refunds a part, which the story and the audit tell', async () => {
      const other = await shop.createPaymentLink({ body: paymentOrder({ amount: 50_000 }) });
      await (await HostedPayer.open(shop.api, other.url ?? '')).pay('authorized');
      const paid = (await shop.link(other.payment_link_id)).payment?.payment_id ?? '';
      await operator.page.goto(`/payment/${shop.customerAppId}.${paid}/show`);
      const verb = 'Refund HKD 125.00';
      const dialog = await operator.acts('Refund the payment', { verb, reason, amount: '125' });
      await dialog.getByRole('link', { name: 'See the refund' }).click();
      await operator.page.waitForURL(`**/refund/${shop.customerAppId}.*/show`);
      await operator.page.getByText('HKD 125.00').first().waitFor();
      const refunded = await eventually(
        async () => {
          await operator.page.goto(`/payment/${shop.customerAppId}.${paid}/show`);
          const shown = await operator.timeline();
          return shown.find((entry) => /refund/i.test(entry));
        },
        { deadlineMs: 30_000, describe: 'the refund in the story of the payment' },
      );
      expect(refunded).toBeDefined();
      await auditOf('Refund payment', 'payment-link');
    });
  });

  it('saw no page with a fault', () => {
    expect(operator.record.faults).toEqual([]);
  });

  it('gets nothing after the logout', async () => {
    await operator.page.goto('/');
    await operator.page.getByRole('button', { name: /who you are/ }).click();
    await operator.page.getByRole('menuitem', { name: 'Log out' }).click();
    await operator.page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await operator.statusOf('/console/api/session')).toBe(401);
  });
});

async function gatewayReference(): Promise<string> {
  const { payment_details: details } = await shop.payment(paymentId);
  return details?.processor_details?.processor_reference ?? '';
}
