import {
  hasRole,
  OPERATOR_OPERATIONS,
  OPERATOR_ROLES,
  type OperatorClaim,
  type OperatorOperationId,
  type OperatorRole,
  type SeeResourceResponse,
} from '@towpath/contracts/operator';
import type { DisputeResponse } from '@towpath/contracts/dispute';
import { OperatorAt } from '@towpath/testing';
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';
import { gw1Body, signed } from './processor.fixture.js';
import { StandInProcessor } from './stand-in-processor.fixture.js';

let service: TestDisputes;
let processor: StandInProcessor;
let app: TestApp;
let dispute: DisputeResponse;
beforeAll(async () => {
  processor = await StandInProcessor.start();
  service = await TestDisputes.start({ sandboxUrl: processor.url });
  app = await service.customerApp();
  const body = gw1Body({ app, paymentId: service.payments.add(app), amount: 12_500 });
  processor.keep(body);
  await service.notify('gw1', signed('gw1', body));
  const [found] = await app.disputes();
  if (!found) throw new Error('the dispute did not arrive');
  dispute = found;
  await service.query(
    `UPDATE disputes SET report = report || '{"issuerComments": {"note": "private"}}'`,
  );
}, START_MS);
afterAll(async () => {
  await service?.end();
  await processor?.stop();
});

type Asked = Parameters<OperatorAt['ask']>[1];

/** A request of each operation for the dispute or its app; one that is missing does not compile. */
const REQUESTS: Readonly<Record<OperatorOperationId, () => Asked>> = {
  findResources: () => ({ query: { by: 'id', text: dispute.dispute_id } }),
  listResources: () => ({ path: { kind: 'dispute' }, query: ofApp() }),
  seeResource: () => ({ path: place() }),
  tellStory: () => ({ path: place() }),
  readFigures: () => ({ query: ofApp() }),
  listParkedMessages: () => ({ query: ofApp() }),
  unmaskMember: () => ({
    body: {
      ...ofApp(),
      kind: 'dispute',
      id: dispute.dispute_id,
      member: 'issuer_comments',
      reason: 'ticket 4711',
    },
  }),
  listAuditEntries: () => ({ query: ofApp() }),
};
const ofApp = () => ({ customer_app_id: app.id });
const place = () => ({ kind: 'dispute', customerAppId: app.id, id: dispute.dispute_id });

/** Names no app: what the operator may not see is left out. */
const NAMES_NO_APP: readonly OperatorOperationId[] = ['findResources'];

const APPS: Readonly<Record<string, () => OperatorClaim['apps']>> = {
  'its own app': () => [app.id],
  'all apps': () => '*',
  'another app': () => ['01990000-0000-7000-8000-000000000000'],
  'no app': () => [],
};

const now = () => Math.floor(Date.now() / 1_000);
/** Claims of a token, by the state of the session: the gateway signs none for one that has ended. */
const SESSIONS = {
  'a session that lasts': () => ({}),
  'a session that has ended': () => ({ iat: now() - 65, exp: now() - 5 }),
  'no session': () => ({ operator: undefined }),
};

const ids = Object.keys(OPERATOR_OPERATIONS) as OperatorOperationId[];
const rows = ids.flatMap((id) =>
  OPERATOR_ROLES.flatMap((role) =>
    Object.keys(APPS).flatMap((apps) =>
      (Object.keys(SESSIONS) as (keyof typeof SESSIONS)[]).map(
        (session) => [id, role, apps, session] as const,
      ),
    ),
  ),
);

function statusOf(
  id: OperatorOperationId,
  role: OperatorRole,
  { isOwn, session }: { isOwn: boolean; session: keyof typeof SESSIONS },
): number {
  if (session === 'a session that has ended') return 401;
  if (session === 'no session' || !hasRole({ role }, LEAST[id])) return 403;
  return isOwn || NAMES_NO_APP.includes(id) ? 200 : 403;
}

/** Once more, so that a role that the table lowers by mistake is found. */
const LEAST: Readonly<Record<OperatorOperationId, OperatorRole>> = {
  findResources: 'viewer',
  listResources: 'viewer',
  seeResource: 'viewer',
  tellStory: 'viewer',
  readFigures: 'viewer',
  listParkedMessages: 'viewer',
  unmaskMember: 'admin',
  listAuditEntries: 'admin',
};

describe('an operation for operators', () => {
  it.each(rows)('%s as %s of %s in %s', async (id, role, apps, session) => {
    const { gateway, internalUrl } = service;
    const isOwn = ['its own app', 'all apps'].includes(apps);
    const at = new OperatorAt(
      { service: 'dispute', gateway, internalUrl },
      { role, apps: APPS[apps]?.() ?? [] },
    );
    const { status, body } = await at.ask<object>(id, {
      ...REQUESTS[id](),
      claims: SESSIONS[session](),
    });
    expect(status).toBe(statusOf(id, role, { isOwn, session }));
    if (!isOwn || status !== 200) expect(JSON.stringify(body)).not.toContain(app.id);
  });

  it.each(OPERATOR_ROLES)('masks what has no mark for the role %s', async (role) => {
    const { gateway, internalUrl } = service;
    const at = new OperatorAt({ service: 'dispute', gateway, internalUrl }, { role });
    const { body } = await at.ask<SeeResourceResponse>('seeResource', { path: place() });
    expect(body.masked).toEqual(['issuer_comments']);
    expect(JSON.stringify(body)).not.toContain('private');
  });
});
