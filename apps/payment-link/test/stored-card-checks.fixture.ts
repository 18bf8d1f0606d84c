import type { CardAnswer } from '../src/cards/card-gateways/ports.js';
import { CARDS } from './cards.fixture.js';
import type { CheckList } from './check-list.fixture.js';
import { requestsTo, type ConnectedGateway } from './connected-gateway.fixture.js';

/** What every card gateway must do with cards that it keeps. */
export function addStoredCardChecks(checks: CheckList, subject: () => ConnectedGateway): void {
  const { newReference, gateway, requestOf, settled, store } = requestsTo(subject);

  checks.it('forgets a stored card, however often it is asked', async () => {
    const { answer } = await store(CARDS.good);
    const { customerAppId } = subject();
    const integrationMetadata = answer.integrationMetadata ?? {};
    const card = { customerAppId, gatewayAccount: null, integrationMetadata };
    await gateway().forgetStored(card);
    await gateway().forgetStored(card);
    await gateway().forgetStored({ ...card, integrationMetadata: {} });
  });

  checks.it('stores a card and charges it without the payer', async () => {
    const { answer, source } = await store(CARDS.good);
    expect(answer.gatewayStatus).toBe('AUTHORIZED');
    const alone = { payerPresent: false, returnUrl: null };
    const request = await requestOf(source, alone);
    expect((await gateway().authorize(request)).gatewayStatus).toBe('AUTHORIZED');
    expect((await gateway().capture(request)).gatewayStatus).toBe('CAPTURED');
    expect(await settled(request.reference, 1)).toHaveLength(1);
  });

  checks.it(
    'does not take a later charge that is declined, or that the bank asks the payer about',
    async () => {
      const alone = { payerPresent: false, returnUrl: null };
      const chargedLater = async (number: string) => {
        const { source } = await store(number);
        const request = await requestOf(source, alone);
        const answer = await gateway().authorize(request);
        expect(await settled(request.reference)).toEqual([]);
        return answer;
      };
      expect((await chargedLater(CARDS.declinedLater)).gatewayStatus).toBe('DECLINED');
      const asked = await chargedLater(subject().alwaysChallenged ?? CARDS.challenged);
      // Some gateways leave the question open, others end it at once.
      if (asked.gatewayStatus === 'ACTION_REQUIRED') return;
      expect(asked).toMatchObject({
        gatewayStatus: 'DECLINED',
        failure: { code: 'AUTHENTICATION_REQUIRED' },
      });
    },
  );

  checks.it('charges no card that another app stored', async () => {
    const { source } = await store(CARDS.good, { customerAppId: newReference() });
    const answer = await gateway().authorize(await requestOf(source));
    expect(answer.gatewayStatus).toBe('DECLINED');
  });

  checks.it('shows a stored card to its own app only', async () => {
    const { answer } = await store(CARDS.good);
    const { customerAppId } = subject();
    const integrationMetadata = answer.integrationMetadata ?? {};
    const cardStatus = (app: string, metadata = integrationMetadata) =>
      gateway().statusOf({
        customerAppId: app,
        gatewayAccount: null,
        integrationMetadata: metadata,
      });
    expect(await cardStatus(customerAppId)).toBe('USABLE');
    expect(await cardStatus(newReference())).toBe('OF_ANOTHER_APP');
    const names = ['wallet', await subject().tokenize(CARDS.good), 'tok_none', '../x', 'a%00b'];
    for (const name of names) {
      const other = JSON.stringify(integrationMetadata).replace(storedId(answer), name);
      expect(await cardStatus(customerAppId, JSON.parse(other) as object)).toBe('NOT_STORED');
    }
    expect(await cardStatus(customerAppId, {})).toBe('NOT_STORED');
  });

  checks.it(
    'reports when a stored card has expired',
    async () => {
      const { answer } = await store(CARDS.good);
      const { customerAppId } = subject();
      const integrationMetadata = answer.integrationMetadata ?? {};
      await subject().setClock(Date.UTC(2061, 0, 1) - Date.now());
      const cardStatus = await gateway().statusOf({
        customerAppId,
        gatewayAccount: null,
        integrationMetadata,
      });
      await subject().setClock(0);
      expect(cardStatus).toBe('EXPIRED');
    },
    'clock',
  );
}

function storedId({ cardDetails }: CardAnswer): string {
  const details = cardDetails as { processor_details?: { token_id?: string } } | null;
  const id = details?.processor_details?.token_id;
  if (id === undefined) throw new Error('the gateway stored no card');
  return id;
}
