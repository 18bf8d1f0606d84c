import { eventually, type Merchant } from '@towpath/testing';

const PATIENCE = { deadlineMs: 90_000 };

/** Types of a login's webhooks as they were sent, once there are so many; their numbers have no gap. */
export function loginEvents(
  merchant: Merchant,
  { id, count }: { readonly id: string; readonly count: number },
): Promise<string[]> {
  return eventually(async () => {
    const { webhook_events: events } = await merchant.listWebhookEvents({
      query: { resource_id: id, limit: 100 },
    });
    if (events.length < count) return undefined;
    const sent = events.toSorted((a, b) => a.sequence - b.sequence);
    expect(sent.map(({ sequence }) => sequence)).toEqual(sent.map((_event, index) => index + 1));
    return sent.map(({ event_type: type }) => type);
  }, PATIENCE);
}

/** The events of the login, in order, and of its products, sorted, because they are concurrent. */
export function splitEvents(types: readonly string[]): [string[], string[]] {
  const isLogin = (type: string) => type.startsWith('AUTHENTICAT');
  const products = types.filter((type) => /^(ACCOUNTS|IDENTITY|STATEMENTS)_/.test(type));
  return [types.filter(isLogin), products.toSorted()];
}
