import type { EmbeddedLink } from './embedded-link.js';
import {
  BANK_LINKS,
  MANDATE_SESSIONS,
  PAYMENT_LINKS,
  ServiceLinkOrigins,
} from './service-link-origins.js';

const APP = '01K8Z3V5Q4M7N2R6T9W1X0Y8AD';
const OPENED = '01K8Z3V5Q4M7N2R6T9W1X0Y8AB';
const link = { customerAppId: APP, openedId: OPENED } as unknown as EmbeddedLink;

describe('the origins of a link', () => {
  it.each([
    ['payment-link', PAYMENT_LINKS, `/internal/payment_links/${OPENED}/embedding_origins`],
    ['account-data', BANK_LINKS, `/internal/hosted_links/${OPENED}/embedding_origins`],
    ['mandate', MANDATE_SESSIONS, `/internal/mandate_sessions/${OPENED}/embedding_origins`],
  ])('are requested from %s if it owns the link, within two seconds', async (...row) => {
    const [service, owner, path] = row;
    const asked: unknown[] = [];
    const call = (...question: unknown[]) => {
      asked.push(question);
      return Promise.resolve({ origins: ['https://till.example'] } as never);
    };
    const origins = await new ServiceLinkOrigins({ call }, owner).of(link);
    expect(origins).toEqual(['https://till.example']);
    const query = { customer_app_id: APP };
    expect(asked).toEqual([[service, { method: 'GET', path, query, deadlineMs: 2_000 }]]);
  });
});
