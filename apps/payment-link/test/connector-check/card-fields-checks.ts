import type {
  CardAuthorizationRequest,
  CardFieldsRequest,
  ProcessorEntry,
} from '../../src/cards/card-gateways/ports.js';
import { CheckList, type GatewayCheck } from '../check-list.fixture.js';
import { requestsTo, type ConnectedGateway } from '../connected-gateway.fixture.js';
import type { CheckedProcessor } from './checked-processor.js';
import { RETURN_URL, type FieldsBrowser } from './fields-browser.js';

const AMOUNT = 12_345;
const CURRENCY = 'HKD';

interface CheckedFields {
  readonly subject: ConnectedGateway;
  readonly browser: FieldsBrowser;
  readonly cards: CheckedProcessor['cards'];
}

/**
 * The card fields in a browser with the script of the processor. Later checks go on with what an
 * earlier one stored or charged, and do it themselves if it was left out.
 */
export function cardFieldsChecks({
  subject,
  browser,
  cards,
}: CheckedFields): readonly GatewayCheck[] {
  const checks = new CheckList();
  const { requestOf, settled, newReference } = requestsTo(() => subject);
  const { connector, customerAppId, trace, since } = subject;
  const fieldsFor = (purpose: CardFieldsRequest['purpose']) =>
    connector.cardFieldsUrl({
      ...{ customerAppId, gatewayAccount: null, language: 'en', session: 'check' },
      ...{ link: 'connector-check', embeddingOrigins: [], purpose, store: purpose === 'SETUP' },
      ...{ amount: purpose === 'SETUP' ? 0 : AMOUNT, currency: CURRENCY },
    });
  const typed = async (number: string, change: Partial<CardAuthorizationRequest> = {}) => {
    const token = await browser.typeCard(await fieldsFor(change.purpose ?? 'PAYMENT'), number);
    const terms = { amount: AMOUNT, currency: CURRENCY, returnUrl: RETURN_URL };
    return requestOf({ kind: 'TOKEN', token }, { ...terms, ...change });
  };
  const captures = async (request: CardAuthorizationRequest) => {
    expect((await connector.capture(request)).gatewayStatus).toBe('CAPTURED');
    const [entry, ...more] = await settled(request.reference, 1);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ kind: 'CHARGE', amount: AMOUNT, currency: CURRENCY });
  };
  const stored = once(async () => {
    const setUp = { purpose: 'SETUP', amount: 0, paymentId: null, store: true } as const;
    const request = await typed(cards.good, setUp);
    const { gatewayStatus, failure, integrationMetadata } = await connector.authorize(request);
    expect([gatewayStatus, failure]).toEqual(['AUTHORIZED', null]);
    if (!integrationMetadata) throw new Error('the answer has no references of a stored card');
    trace?.stored.push({ customerAppId, gatewayAccount: null, integrationMetadata });
    return integrationMetadata;
  });
  const charged = once(async () => {
    const source = { kind: 'STORED', integrationMetadata: await stored() } as const;
    const alone = { amount: AMOUNT, currency: CURRENCY, payerPresent: false, returnUrl: null };
    const request = await requestOf(source, alone);
    const { gatewayStatus, failure } = await connector.authorize(request);
    expect([gatewayStatus, failure]).toEqual(['AUTHORIZED', null]);
    await captures(request);
    return request;
  });
  const refunded = once(async () => {
    const request = await charged();
    const refund = { refundReference: newReference(), amount: AMOUNT, currency: CURRENCY };
    expect(await connector.refund(request, refund)).toEqual({ gatewayStatus: 'REFUNDED' });
    expect(await connector.findRefund(request, refund)).toEqual({ gatewayStatus: 'REFUNDED' });
    expect((await settled(request.reference, 2)).map(({ kind }) => kind)).toEqual([
      'CHARGE',
      'REFUND',
    ]);
    return request;
  });

  checks.it(`card fields: card ${cards.good} is paid`, async () => {
    const request = await typed(cards.good);
    const { gatewayStatus, failure, cardDetails } = await connector.authorize(request);
    expect([gatewayStatus, failure]).toEqual(['AUTHORIZED', null]);
    expect(cardDetails).toMatchObject({ last4: cards.good.slice(-4), expiry_year: 2060 });
    await captures(request);
  });

  checks.it(
    `card fields: card ${cards.challenged} goes to its bank and back, and is paid`,
    async () => {
      const request = await typed(cards.challenged);
      const { gatewayStatus, redirectUrl } = await connector.authorize(request);
      expect(gatewayStatus).toBe('ACTION_REQUIRED');
      const { searchParams } = await browser.decide(redirectUrl ?? '', 'approve');
      const back = await connector.completeChallenge(request, searchParams);
      expect([back.gatewayStatus, back.failure]).toEqual(['AUTHORIZED', null]);
      await captures(request);
    },
  );

  checks.it(`card fields: card ${cards.declined} is declined`, async () => {
    const request = await typed(cards.declined);
    const { gatewayStatus, failure } = await connector.authorize(request);
    expect([gatewayStatus, failure?.code]).toEqual(['DECLINED', 'PAYMENT_METHOD_DECLINED']);
    expect(await settled(request.reference)).toEqual([]);
  });

  checks.it(`card fields: card ${cards.good} is stored by a set-up`, async () => {
    await stored();
  });
  checks.it('card fields: the stored card is charged without its payer', async () => {
    await charged();
  });
  checks.it('card fields: the charge is refunded', async () => {
    await refunded();
  });
  if (connector.settles === 'at_processor') {
    checks.it('the settlement lists the charge and its refund, with fees', async () => {
      const { reference } = await refunded();
      const entries = await settlementSince(subject, since ?? new Date(0));
      const own = entries.filter((each) => each.reference === reference);
      expect(own.map(({ kind }) => kind).toSorted()).toEqual(['CHARGE', 'REFUND']);
      for (const { kind, amount, fee, net } of own)
        expect(net).toBe((kind === 'CHARGE' ? amount : -amount) - fee);
    });
  }
  checks.it('card fields: the policy of the page blocks nothing of the script', async () => {
    await browser.open(await fieldsFor('PAYMENT'));
    expect([...browser.blocked]).toEqual([]);
  });
  return checks.checks;
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => (begun ??= work());
}

/** All pages. */
async function settlementSince(
  { connector, customerAppId }: ConnectedGateway,
  from: Date,
): Promise<ProcessorEntry[]> {
  const account = { customerAppId, gatewayAccount: null, isShared: true };
  const to = new Date(Date.now() + 60_000);
  const entries = new Map<string, ProcessorEntry>();
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof connector.settlement>> = await connector.settlement(
      account,
      { from, to, after },
    );
    for (const entry of page.entries) entries.set(entry.entryId, entry);
    after = page.next;
  } while (after !== null);
  return [...entries.values()];
}
