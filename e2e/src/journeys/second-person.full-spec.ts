/** @takes 40 s */
import { randomUUID } from 'node:crypto';
import type { ListProposalsResponse } from '@towpath/contracts/operator';
import type { ListRefundsResponse } from '@towpath/contracts/payment-link';
import { eventually, HostedPayer, paymentOrder, type Merchant } from '@towpath/testing';
import type { Locator } from 'playwright-core';
import { ConsoleOperator } from '../clients/console-operator.js';
import { MoneyBooks } from '../clients/money-books.js';
import { ProvidedConsole } from '../clients/provided-console.js';
import { RunningSystem } from '../system/running-system.js';

const ACCOUNTS = {
  otto: { name: 'Otto', roles: ['operator'] },
  olga: { name: 'Olga', roles: ['operator'] },
  ada: { name: 'Ada', roles: ['admin'] },
};
/** More than HKD 10,000.00, the limit of one person. */
const AMOUNT = 2_000_000;
const SHOWN = 'HKD 20,000.00';
const REFUND = 'Refund the payment';
const TICKET = randomUUID().slice(0, 13);
const WHY = `Ticket ${TICKET}: paid twice`;
const CHECKED = `Ticket ${TICKET}: seen in the books`;

const system = RunningSystem.open();
const books = new MoneyBooks(system);
let shop: Merchant;
let running: ProvidedConsole;
let otto: ConsoleOperator;
let olga: ConsoleOperator;

beforeAll(async () => {
  [shop, running] = await Promise.all([
    system.newShop({ name: 'Shop of two' }),
    ProvidedConsole.start(system, ACCOUNTS),
  ]);
  otto = await operator('otto');
  olga = await operator('olga');
});
afterAll(async () => {
  await Promise.all([otto?.stop(), olga?.stop()]);
  await running?.stop();
});

/** In a browser of their own, after a login at the provider. */
async function operator(person: keyof typeof ACCOUNTS): Promise<ConsoleOperator> {
  const opened = await ConsoleOperator.start(system, running.url);
  running.provider.person = person;
  await opened.logsInAtProvider();
  return opened;
}

/** Proves at the provider who they are, from the dialog that is open. */
async function logsInAgain(who: ConsoleOperator, person: keyof typeof ACCOUNTS): Promise<void> {
  running.provider.person = person;
  const dialog = who.page.getByRole('dialog');
  await dialog.getByText('This needs a login of the last 10 minutes').waitFor();
  await dialog.getByRole('link', { name: 'Log in again' }).click();
  await dialog.getByLabel('Reason').waitFor();
}

async function paid(): Promise<string> {
  const { url = '', payment_link_id: id } = await shop.createPaymentLink({
    body: paymentOrder({ amount: AMOUNT }),
  });
  await (await HostedPayer.open(shop.api, url)).pay('authorized');
  return (await shop.link(id)).payment?.payment_id ?? '';
}

const refundsOf = async (paymentId: string) => {
  const path = `/payments/${paymentId}/refunds` as const;
  return (await shop.send<ListRefundsResponse>({ method: 'GET', path })).body.refunds;
};
const refundedInBooks = async (paymentId: string) =>
  (await books.transfers(paymentId)).filter((entry) => /REFUND/.test(entry));

/** What waits, or was decided, for a reason. */
const proposal = ({ page }: ConsoleOperator, reason: string): Locator =>
  page.getByRole('article', { name: REFUND }).filter({ hasText: reason });

async function proposalId({ page }: ConsoleOperator, why: string): Promise<string> {
  const { proposals } = (await page.evaluate(async () =>
    (await fetch('/console/api/proposals')).json(),
  )) as ListProposalsResponse;
  return proposals.find(({ reason }) => reason === why)?.action_id ?? '';
}

describe('a refund that is more than one operator may do alone', () => {
  let paymentId: string;
  let dialog: Locator;
  beforeAll(async () => {
    paymentId = await paid();
    await otto.page.goto(`/payment/${shop.customerAppId}.${paymentId}/show`);
  });

  it('is proposed after a fresh login, and moves nothing', async () => {
    dialog = await otto.asksFor(REFUND, { amount: '20000' });
    await logsInAgain(otto, 'otto');
    await dialog.getByText('another operator must approve it').waitFor();
    await dialog.getByText('Name no person').waitFor();
    await otto.confirms({ verb: 'Propose to another operator', reason: WHY });
    await dialog.getByText('Nothing has happened yet').waitFor();
    expect(await refundsOf(paymentId)).toEqual([]);
  });

  it('is not approved by who proposed it, also not past the page', async () => {
    await dialog.getByRole('link', { name: 'See what waits' }).click();
    const own = proposal(otto, WHY);
    await own.getByRole('button', { name: 'Withdraw' }).waitFor();
    expect(await own.getByRole('button', { name: /Approve/ }).count()).toBe(0);
    const id = await proposalId(otto, WHY);
    const approval = { seen: `EXECUTED ${AMOUNT}`, reason: WHY };
    expect(await otto.writes(`/console/api/proposals/${id}/approve`, approval)).toBe(403);
    expect(await refundsOf(paymentId)).toEqual([]);
  });

  it('is approved by the second person, with a preview and a login of their own', async () => {
    await olga.page.getByRole('menuitem', { name: /Approvals/ }).click();
    await proposal(olga, WHY).getByText('otto').waitFor();
    await proposal(olga, WHY)
      .getByRole('button', { name: /Approve/ })
      .click();
    dialog = olga.page.getByRole('dialog');
    await dialog.getByText(`${SHOWN} goes back to the payer.`).waitFor();
    expect(await refundsOf(paymentId)).toEqual([]);
    await logsInAgain(olga, 'olga');
    await dialog.getByText(`${SHOWN} goes back to the payer.`).waitFor();
    await olga.confirms({ verb: `Approve: Refund ${SHOWN}`, reason: CHECKED });
    await dialog.getByRole('link', { name: 'See the refund' }).waitFor();
  });

  it('moves the money once, however often it is approved', async () => {
    await eventually(
      async () => (await refundsOf(paymentId))[0]?.status === 'EXECUTED' || undefined,
      { deadlineMs: 60_000, describe: 'the refund' },
    );
    const before = await refundedInBooks(paymentId);
    const id = await proposalId(olga, WHY);
    const approval = { seen: `EXECUTED ${AMOUNT}`, reason: CHECKED };
    expect(await olga.writes(`/console/api/proposals/${id}/approve`, approval)).toBe(200);
    expect(await refundsOf(paymentId)).toMatchObject([{ amount: AMOUNT, origin: 'OPERATOR' }]);
    expect(await refundedInBooks(paymentId)).toEqual(before);
    const sent = before.filter((entry) => entry.startsWith(`REFUND ${AMOUNT} `));
    expect(sent).toHaveLength(1);
  });

  it('has the names of both in the audit', async () => {
    const ada = await operator('ada');
    const entry = async (service: string, { what, why }: { what: RegExp; why: string }) => {
      const filter = encodeURIComponent(JSON.stringify({ service }));
      await ada.page.goto(`/audit-entries?filter=${filter}`);
      const row = ada.page.getByRole('row').filter({ hasText: why }).filter({ hasText: what });
      return row.first().innerText();
    };
    try {
      expect(await entry('gateway', { what: /Propose/, why: WHY })).toContain('otto');
      expect(await entry('gateway', { what: /Approve/, why: CHECKED })).toContain('olga');
      const done = await entry('payment-link', { what: /Refund payment/, why: CHECKED });
      expect(done).toMatch(/olga[\s\S]*proposed by oidc:\S+#otto/);
    } finally {
      await ada.stop();
    }
  });
});

it('a second person declines, nothing moves, and who proposed it reads why', async () => {
  const paymentId = await paid();
  const why = `${WHY}, another one`;
  const refused = `Ticket ${TICKET}: the shop says no`;
  await otto.page.goto(`/payment/${shop.customerAppId}.${paymentId}/show`);
  await otto.asksFor(REFUND, { amount: '20000' });
  await otto.confirms({ verb: 'Propose to another operator', reason: why });
  await olga.page.goto('/approvals');
  await proposal(olga, why).getByRole('button', { name: 'Decline' }).click();
  const dialog = olga.page.getByRole('dialog');
  await dialog.getByText('Name no person').waitFor();
  await dialog.getByLabel('Reason').fill(refused);
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await proposal(olga, why).getByText('Declined').waitFor();
  await otto.page.goto('/approvals');
  await proposal(otto, why).getByText(refused).waitFor();
  const id = await proposalId(olga, why);
  const approval = { seen: `EXECUTED ${AMOUNT}`, reason: CHECKED };
  expect(await olga.writes(`/console/api/proposals/${id}/approve`, approval)).toBe(400);
  expect(await refundsOf(paymentId)).toEqual([]);
  expect(await refundedInBooks(paymentId)).toEqual([]);
});

it('no page had a fault', () => {
  expect([...otto.record.faults, ...olga.record.faults]).toEqual([]);
});
