/** @proves promise-15 */
import { StartError, type SandboxApp } from '@towpath/local-system';
import { eventually, HostedPayer, paymentOrder, type Merchant } from '@towpath/testing';
import { inDatabase } from '../clients/service-database.js';
import { RunningSystem } from '../system/running-system.js';

const HOUR_S = 3_600;
const DUE = 12_500;
const NAME = 'Wong Siu';

const system = RunningSystem.open();
let shop: Merchant;
beforeEach(async () => {
  shop = await system.newShop();
});

/** As somebody who may do everything, past what is append-only. */
function meddle(database: 'payment_link' | 'sandbox', sql: string): Promise<void> {
  return inDatabase(system, database, async (client) => {
    await client.query('SET session_replication_role = replica');
    const { rowCount } = await client.query(sql.replaceAll(':app', `'${shop.customerAppId}'`));
    expect(rowCount).toBe(1);
  });
}

/** What an operator's command prints; it ends with code 1 when it finds something. */
async function found(command: 'verify' | 'reconcile'): Promise<string> {
  try {
    await system.cli(['ledger', command, '--customer-app', shop.customerAppId]);
    return '';
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.lastLines.join(' ').replaceAll(/\s+/g, ' ');
  }
}

async function payByCard(): Promise<string> {
  const link = await shop.createPaymentLink({ body: paymentOrder() });
  const payer = await HostedPayer.open(shop.api, link.url ?? '');
  await payer.pay('authorized');
  return (await shop.link(link.payment_link_id)).payment?.payment_id ?? '';
}

interface Awaited {
  readonly linkId: string;
  readonly reference: string;
}

async function awaited(): Promise<Awaited> {
  const link = await shop.createPaymentLink({ body: paymentOrder() });
  const payer = await HostedPayer.open(shop.api, link.url ?? '');
  await payer.select('MANUAL');
  const reference = (await payer.view()).attempt?.transfer?.reference ?? '';
  return { linkId: link.payment_link_id, reference };
}

const arrives = (reference: string) =>
  shop.createTestIncomingTransfer({ body: { reference, amount: DUE, currency: 'HKD' } });

async function payOut(name: string): Promise<string> {
  const user = await shop.createPaymentUser({ body: { name: NAME, external_user_id: name } });
  const account = await shop.createPaymentAccount({
    body: {
      account_type: 'EXTERNAL_ACCOUNT',
      accountholder_name: NAME,
      institution_id: 'testbank',
      user_id: user.user_id,
      account_number: { type: 'LOCAL', number: '012-345678-866' },
      currencies: ['HKD'],
    },
  });
  const [sender] = (shop.credentials as SandboxApp).settlement_accounts;
  const { payout_id: id } = await shop.createPayout({
    headers: { 'Idempotency-Key': name },
    body: {
      amount: 900,
      currency: 'HKD',
      confirm: true,
      payment_details: { description: 'Rent', external_transaction_reference: name },
      sender_account: { account_id: sender?.account_id ?? '' },
      recipient_account: { account_id: account.account_id },
    },
  });
  await eventually(async () => {
    const now = await shop.getPayoutById({ path: { payoutId: id } });
    return now.status === 'EXECUTED';
  });
  return id;
}

describe('the commands that compare the books', () => {
  it('find nothing while all books agree, and find each planted fault', async () => {
    await Promise.all([
      payByCard(),
      payOut('first'),
      awaited().then(({ reference }) => arrives(reference)),
    ]);
    await shop.advanceClock(3 * HOUR_S);
    expect([await found('verify'), await found('reconcile')]).toEqual(['', '']);

    const [wrong, uncaptured] = [await payByCard(), await payByCard()];
    const payoutId = await payOut('second');
    const { incoming_transfer_id: transferId } = await arrives('NOBODY');
    await meddle('payment_link', oneCentMore(wrong));
    await meddle('sandbox', `DELETE FROM ledger_entries WHERE payment_id = '${uncaptured}'`);
    await meddle('sandbox', secondPayout(payoutId));
    await meddle('payment_link', madeUp(transferId));
    expect(await found('verify')).toContain(wrong);
    await shop.advanceClock(30 * HOUR_S);
    const differences = await found('reconcile');
    for (const [kind, side, subject] of [
      ['AMOUNT', 'CHARGE', wrong],
      ['MISSING_THERE', 'CHARGE', uncaptured],
      ['MISSING_HERE', 'PAYOUT', `${payoutId}-again`],
      ['MISSING_THERE', 'TRANSFER', `IN${otherThan(transferId)}`],
    ]) {
      const listed = `"kind": "${kind}", "side": "${side}", "payment_id": "${subject}"`;
      expect(differences).toContain(listed);
    }
  });

  it('find a transfer that the bank never announced, and book it', async () => {
    const { linkId, reference } = await awaited();
    const transferId = (await arrives('NOBODY')).incoming_transfer_id;
    await meddle('sandbox', unknownTransfer(transferId, reference));
    await shop.advanceClock(3 * HOUR_S);
    await found('reconcile');
    expect(await shop.link(linkId)).toMatchObject({ status: 'PAID' });
    expect([await found('verify'), await found('reconcile')]).toEqual(['', '']);
  });
});

/** Another ID of the same kind. */
const otherThan = (id: string) => `${id.slice(0, 25)}${id.endsWith('0') ? '1' : '0'}`;

const oneCentMore = (paymentId: string) =>
  `UPDATE ledger_transfers SET amount = amount + 1
   WHERE customer_app_id = :app AND payment_id = '${paymentId}'`;

const secondPayout = (payoutId: string) =>
  `INSERT INTO ledger_entries
   SELECT (jsonb_populate_record(e, jsonb_build_object('entry_id', e.entry_id || '-again',
     'reference', e.reference || '-again'))).*
   FROM ledger_entries e WHERE customer_app_id = :app AND reference = '${payoutId}'`;

const madeUp = (transferId: string) =>
  `INSERT INTO incoming_transfers
   SELECT (jsonb_populate_record(t, jsonb_build_object(
     'incoming_transfer_id', '${otherThan(transferId)}'))).*
   FROM incoming_transfers t
   WHERE customer_app_id = :app AND incoming_transfer_id = '${transferId}'`;

const unknownTransfer = (transferId: string, reference: string) =>
  `INSERT INTO bank_transfers
   SELECT (jsonb_populate_record(t, jsonb_build_object('reference', 'IN${otherThan(transferId)}',
     'text', '${reference}'))).*
   FROM bank_transfers t WHERE customer_app_id = :app AND reference = 'IN${transferId}'`;
