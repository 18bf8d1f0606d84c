import { newId, plusMs, type CustomerAppId, type PaymentUserId } from '@towpath/kernel';
import { PaymentUser, type PaymentUserContent, type PaymentUserPatch } from './payment-user.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = plusMs(now, 1_000);
const identity = {
  userId: newId<PaymentUserId>(now),
  customerAppId: newId<CustomerAppId>(now),
  externalUserId: 'customer-1',
  contentHash: 'hash',
};
const content: PaymentUserContent = {
  personal: { name: 'Ada', email: 'ada@example.com', userDetails: null },
  userType: 'INDIVIDUAL',
  autopayConsent: false,
  metadata: { a: '1' },
  integrationMetadata: null,
};

function stored(members: Partial<PaymentUserContent> = {}): PaymentUser {
  const { snapshot } = PaymentUser.create(identity, { ...content, ...members }, now);
  return PaymentUser.restore(snapshot);
}

const eventsOf = (user: PaymentUser): [string, number][] =>
  user.changes.map(({ event, sequence }) => [event, sequence]);

describe('a payment user', () => {
  it('publishes its creation, and the consent that it was created with', () => {
    const user = PaymentUser.create(identity, { ...content, autopayConsent: true }, now);
    expect(eventsOf(user)).toEqual([
      ['payment_user.created', 1],
      ['payment_user.autopay_consent_granted', 2],
    ]);
  });

  it.each<[PaymentUserPatch, object]>([
    [{ name: null }, { personal: { name: null, email: 'ada@example.com', userDetails: null } }],
    [{ email: null }, { personal: { name: 'Ada', email: null, userDetails: null } }],
    [{ userType: null }, { userType: null }],
    [{ metadata: null }, { metadata: null }],
    [{ nextBillUpdate: later }, { nextBillUpdate: later }],
  ])('is updated with %j, where null clears a member', (patch, expected) => {
    const user = stored();
    user.update(patch, later);
    expect(user.snapshot).toMatchObject({ ...expected, updatedAt: later });
    expect(eventsOf(user)).toEqual([['payment_user.updated', 2]]);
  });

  it('keeps replaced names and addresses until the erasure, each once, at most 100', () => {
    const user = stored();
    const former = () => user.snapshot.personal.formerNames;
    user.update({ name: 'Ada', email: 'ada@example.com' }, later);
    expect(former()).toBeUndefined();
    user.update({ name: 'Eve', email: null }, later);
    user.update({ name: 'Ada' }, later);
    user.update({ name: 'Eve' }, later);
    expect(former()).toEqual(['Ada', 'Eve', 'ada@example.com']);
    for (let index = 0; index < 200; index += 1) user.update({ name: `Ada ${index}` }, later);
    expect(former()).toHaveLength(100);
    expect(former()?.at(0)).toBe('Ada 198');
    user.erase(later);
    expect(former()).toBeUndefined();
  });

  it('publishes a consent separately from other members', () => {
    const user = stored();
    user.update({ name: 'Eve', autopayConsent: true }, later);
    expect(eventsOf(user)).toEqual([
      ['payment_user.updated', 2],
      ['payment_user.autopay_consent_granted', 3],
    ]);
  });

  it('treats a cleared consent as revoked', () => {
    const user = stored({ autopayConsent: true });
    user.update({ autopayConsent: null }, later);
    expect(eventsOf(user)).toEqual([['payment_user.autopay_consent_revoked', 3]]);
    expect(user.snapshot.autopayConsent).toBe(false);
  });

  it('keeps no personal data after its erasure, and takes no changes', () => {
    const user = stored({ autopayConsent: true, integrationMetadata: { tenant_id: 't' } });
    user.erase(later);
    expect(user.snapshot).toMatchObject({
      ...identity,
      contentHash: '',
      personal: { name: null, email: null, userDetails: null },
      userType: 'INDIVIDUAL',
      autopayConsent: false,
      metadata: null,
      integrationMetadata: null,
      erasedAt: later,
    });
    expect(eventsOf(user)).toEqual([
      ['payment_user.updated', 3],
      ['payment_user.erased', 4],
      ['payment_user.autopay_consent_revoked', 5],
    ]);
    const erased = PaymentUser.restore(user.snapshot);
    expect(() => erased.update({ name: 'Ada' }, later)).toThrow('erased');
    expect(() => erased.erase(later)).toThrow('erased');
    expect(erased.changes).toEqual([]);
  });

  it('leaves no trace of an update that changes nothing', () => {
    const user = stored();
    user.update({ name: 'Ada', autopayConsent: false, metadata: { a: '1' } }, later);
    expect(user.changes).toEqual([]);
    expect(user.snapshot.updatedAt).toEqual(now);
  });
});
