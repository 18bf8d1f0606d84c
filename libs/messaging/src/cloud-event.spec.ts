import { newId, type CustomerAppId, type EventId } from '@towpath/kernel';
import { fromHeaders, toHeaders, UnreadableMessage, type CloudEvent } from './cloud-event.js';

const at = new Date('2026-03-02T08:15:30.250Z');
const event: CloudEvent = {
  eventId: newId<EventId>(at),
  name: 'payment_link.paid',
  version: 1,
  source: 'payment-link',
  subject: '01JQ0000000000000000000NKP',
  occurredAt: at,
  customerAppId: newId<CustomerAppId>(at),
  sequence: 7,
  traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  requestId: 'request-1',
};

describe('CloudEvents headers', () => {
  it('are written and read back with every attribute', () => {
    expect(fromHeaders(toHeaders(event))).toEqual(event);
  });

  it('follow the binary mode of CloudEvents', () => {
    expect(Object.keys(toHeaders(event)).toSorted()).toEqual([
      'ce_dataschema',
      'ce_id',
      'ce_source',
      'ce_specversion',
      'ce_subject',
      'ce_time',
      'ce_type',
      'content-type',
      'customerappid',
      'sequence',
      'traceparent',
      'x-request-id',
    ]);
  });

  it.each([
    ['ce_specversion', '0.3'],
    ['ce_id', 'not-an-id'],
    ['ce_type', 'payment.executed'],
    ['ce_time', 'yesterday'],
    ['ce_dataschema', 'https://example.com/schema'],
    ['content-type', 'text/plain'],
    ['customerappid', "'; DROP TABLE outbox; --"],
    ['sequence', '0'],
    ['sequence', '1e3'],
    ['ce_subject', ''],
    ['ce_source', ''],
  ])('are refused when %s is "%s"', (header, value) => {
    expect(() => fromHeaders({ ...toHeaders(event), [header]: value })).toThrow(UnreadableMessage);
  });

  it('are valid without trace and request', () => {
    const bare = fromHeaders(toHeaders({ ...event, traceparent: undefined, requestId: undefined }));
    expect(bare.requestId).toBeUndefined();
    expect(fromHeaders({ ...toHeaders(event), traceparent: 'junk' }).traceparent).toBeUndefined();
  });
});
