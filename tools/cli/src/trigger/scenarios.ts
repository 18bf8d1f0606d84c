import type { WebhookEvent } from '@towpath/sdk/webhooks';
import { disablesEndpoint, testsEndpoint } from './endpoint-scenarios.js';
import { LOGIN_PLANS } from './login-scenarios.js';
import { unreachable, type Plan, type Scenario } from './scenario.js';
import { paymentIdOf, type TestShop } from './test-shop.js';

interface BankAccount {
  /** Last digits of its number, which decide what happens on it. */
  readonly ending: string;
}

const GOOD = { ending: '1234' };
const REJECTED = { ending: '0002' };
const WAITS = { ending: '0004' };
const WITHOUT_FUNDS = { ending: '0005' };
const RETURNED = { ending: '0006' };
const REINSTATED = { ending: '0009' };
const RETURN_DAYS = 2;
const REINSTATEMENT_DAYS = 4;
const LINK_DAYS = 31;
/** The first reminder comes 7 days before the end of 14. */
const REMINDER_DAYS = 8;

/** Each event type, and how it happens. */
export const SCENARIOS = {
  ...LOGIN_PLANS,
  PAYMENT_SUBMITTED: charges('submits a direct debit', GOOD),
  PAYMENT_EXECUTED: charges('collects a direct debit', GOOD),
  PAYMENT_FAILED: charges('charges an account without funds', WITHOUT_FUNDS),
  PAYMENT_REJECTED: unreachable('a failed payment sends PAYMENT_FAILED'),
  PAYMENT_CANCELLED: {
    does: 'cancels a link that waits for a bank transfer',
    run: cancelsTransfer,
  },
  PAYMENT_REVOKED: { does: 'the payer withdraws a mandate during a payment', run: revokesPayment },
  PAYMENT_RETURNED: returns('the bank returns a direct debit', RETURNED, RETURN_DAYS),
  PAYMENT_RETURN_REVERSED: returns(
    'the bank returns a direct debit, and cancels that',
    REINSTATED,
    REINSTATEMENT_DAYS,
  ),
  PAYMENT_REFUNDED: { does: 'refunds a card payment', run: refunds },
  PAYMENT_REFUND_REVERSED: unreachable('only a gateway itself reports this'),
  PAYMENT_LINK_PAID: {
    does: 'pays a link by card',
    run: async (shop) => (await shop.pay(await shop.link())).payment_link_id,
  },
  PAYMENT_LINK_SETUP_SUCCEEDED: {
    does: 'stores a card on a link',
    run: async (shop) => (await shop.pay(await shop.setupLink())).payment_link_id,
  },
  PAYMENT_LINK_CANCELLED: { does: 'cancels a link', run: cancelsLink },
  PAYMENT_LINK_EXPIRED: {
    does: 'waits until a link expires',
    advancesDays: LINK_DAYS,
    run: async (shop) => {
      const { payment_link_id } = await shop.link();
      await shop.advance(LINK_DAYS);
      return payment_link_id;
    },
  },
  AUTOPAY_CONSENT_GRANTED: { does: 'a payer allows charges', run: consents(true) },
  AUTOPAY_CONSENT_REVOKED: { does: 'a payer no longer allows charges', run: consents(false) },
  MANDATE_SETUP_SUBMITTED: authorizes('sends a mandate to the bank', GOOD),
  MANDATE_SETUP_SUCCEEDED: authorizes('the bank accepts a mandate', GOOD),
  MANDATE_SETUP_FAILED: authorizes('the bank rejects a mandate', REJECTED),
  MANDATE_SETUP_REVOKED: { does: 'the payer withdraws a mandate', run: revokesMandate },
  MANDATE_SETUP_CANCELLED: { does: 'the payer does not agree to a mandate', run: declines },
  MANDATE_SETUP_CLOSED: { does: 'a payer leaves the mandate of a link', run: leavesMandate },
  PAYOUT_SUBMITTED: paysOut('sends a payout', GOOD),
  PAYOUT_EXECUTED: paysOut('pays out', GOOD),
  PAYOUT_FAILED: paysOut('pays out to a closed account', REJECTED),
  PAYOUT_CANCELLED: { does: 'cancels a payout', run: cancelsPayout },
  PAYOUT_RETURNED: unreachable('only a bank itself reports this'),
  DISPUTE_CREATED: { does: 'the card holder disputes a payment', run: disputes },
  DISPUTE_UPDATED: { does: 'loses a dispute', run: losesDispute },
  DISPUTE_DEADLINE_APPROACHING: {
    does: 'waits for the reminder about a dispute',
    advancesDays: REMINDER_DAYS,
    run: async (shop) => {
      const disputeId = await disputes(shop);
      await shop.advance(REMINDER_DAYS);
      return disputeId;
    },
  },
  BILL_CREATED: {
    does: 'a bill arrives',
    run: async (shop) => (await shop.bill(await shop.user())).bill_id,
  },
  BILL_PAID: bills('pays a bill by direct debit', GOOD),
  BILL_CANCELLED: { does: 'the billing system withdraws a bill', run: withdrawsBill },
  BILL_FAILED: bills('charges an account without funds for a bill', WITHOUT_FUNDS),
  WEBHOOK_ENDPOINT_DISABLED: {
    does: 'an endpoint on this machine answers 410; the operator must allow such addresses',
    run: disablesEndpoint,
  },
  WEBHOOK_EVENTS_EXPIRING: unreachable('it is sent 75 days of real time after an endpoint failed'),
  WEBHOOK_TEST: { does: 'tests the first endpoint of the app', run: testsEndpoint },
} as const satisfies Record<WebhookEvent['event_type'], Plan>;

function charges(does: string, { ending }: BankAccount): Scenario {
  const run = async (shop: TestShop) =>
    (await shop.charge(await shop.goodMandate(ending))).payment_id;
  return { does, run };
}

function returns(does: string, { ending }: BankAccount, days: number): Scenario {
  const run = async (shop: TestShop) => {
    const paymentId = await shop.executedDebit(ending);
    await shop.advance(days);
    return paymentId;
  };
  return { does, advancesDays: days, run };
}

function authorizes(does: string, { ending }: BankAccount): Scenario {
  return { does, run: async (shop) => (await shop.mandate(ending)).mandate_id };
}

function paysOut(does: string, { ending }: BankAccount): Scenario {
  return { does, run: async (shop) => (await shop.payout(ending)).payout_id };
}

function bills(does: string, { ending }: BankAccount): Scenario {
  const run = async (shop: TestShop) => {
    const mandate = await shop.goodMandate(ending);
    const { bill_id } = await shop.bill(mandate.user);
    await shop.charge(mandate);
    return bill_id;
  };
  return { does, run };
}

function consents(last: boolean): Scenario['run'] {
  return async (shop) => {
    const { user_id: paymentUserId } = await shop.user(false);
    for (const autopay_consent of last ? [true] : [true, false]) {
      await shop.towpath.updatePaymentUser({ path: { paymentUserId }, body: { autopay_consent } });
    }
    return paymentUserId;
  };
}

async function cancelsTransfer(shop: TestShop): Promise<string> {
  const link = await shop.link();
  await (await shop.payer(link)).choose('MANUAL');
  const path = { paymentLinkId: link.payment_link_id };
  const waiting = await shop.towpath.getPaymentLink({ path });
  await shop.towpath.cancelPaymentLink({ path });
  return paymentIdOf(waiting);
}

async function cancelsLink(shop: TestShop): Promise<string> {
  const { payment_link_id } = await shop.link();
  await shop.towpath.cancelPaymentLink({ path: { paymentLinkId: payment_link_id } });
  return payment_link_id;
}

async function revokesPayment(shop: TestShop): Promise<string> {
  const mandate = await shop.goodMandate(WAITS.ending);
  const { payment_id } = await shop.charge(mandate);
  await decide(shop, mandate.mandate_id, 'REVOKED');
  return payment_id;
}

async function revokesMandate(shop: TestShop): Promise<string> {
  const { mandate_id } = await shop.goodMandate(GOOD.ending);
  await decide(shop, mandate_id, 'REVOKED');
  return mandate_id;
}

async function decide(shop: TestShop, mandateId: string, status: 'REVOKED'): Promise<void> {
  await shop.towpath.updateTestMandateStatus({ path: { mandateId }, body: { status } });
}

async function declines(shop: TestShop): Promise<string> {
  const { mandate_id: mandateId } = await shop.requestedMandate();
  await shop.towpath.authorizeMandate({ path: { mandateId }, body: { enduser_consent: false } });
  return mandateId;
}

async function leavesMandate(shop: TestShop): Promise<string> {
  const link = await shop.link();
  const payer = await shop.payer(link);
  const { mandate_id } = await payer.choose('MANDATE');
  await payer.change();
  return mandate_id ?? '';
}

async function refunds(shop: TestShop): Promise<string> {
  const paymentId = await shop.cardPayment();
  await shop.towpath.createRefund({ path: { paymentId }, body: {} });
  return paymentId;
}

async function cancelsPayout(shop: TestShop): Promise<string> {
  const { payout_id: payoutId } = await shop.payout(GOOD.ending, false);
  await shop.towpath.cancelPayout({ path: { payoutId } });
  return payoutId;
}

async function disputes(shop: TestShop): Promise<string> {
  const payment_id = await shop.cardPayment();
  const made = await shop.towpath.createTestDispute({ body: { payment_id, is_defendable: true } });
  return made.dispute_id;
}

async function losesDispute(shop: TestShop): Promise<string> {
  const disputeId = await disputes(shop);
  await shop.towpath.createTestDisputeEvent({ path: { disputeId }, body: { event: 'LOST' } });
  return disputeId;
}

async function withdrawsBill(shop: TestShop): Promise<string> {
  const user = await shop.user();
  await shop.bill(user);
  return (await shop.bill(user, 'CANCELLED')).bill_id;
}
