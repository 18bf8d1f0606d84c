import {
  hasRole,
  OPERATOR_OPERATIONS,
  OPERATOR_ROLES,
  type OperatorActionName,
  type OperatorClaim,
  type OperatorOperationId,
  type OperatorRole,
} from '@towpath/contracts/operator';
import { forged } from '../actors/forged.js';
import type { Asked, OperatorAt } from '../actors/operator-at.js';

/** A service with a resource that operators ask for. */
export interface OperatedService {
  /** An operator whose gateway asks the service. */
  as(claim: Partial<OperatorClaim>): OperatorAt;
  readonly kind: string;
  readonly customerAppId: string;
  readonly id: string;
  /** A member that is masked for every role. */
  readonly masked?: string;
  /** An action of the service that is possible; else one on a message that does not exist. */
  readonly acts?: { readonly action: OperatorActionName; readonly id: string };
  /** What a request is answered that nothing refuses, if not 200: there is nothing to unmask. */
  readonly permitted?: Partial<Record<OperatorOperationId, number>>;
}

/** Every operation with the least role that it takes; one that is missing does not compile. */
const LEAST: Readonly<Record<OperatorOperationId, OperatorRole>> = {
  findResources: 'viewer',
  listResources: 'viewer',
  seeResource: 'viewer',
  tellStory: 'viewer',
  readFigures: 'viewer',
  listParkedMessages: 'viewer',
  unmaskMember: 'admin',
  previewAction: 'operator',
  performAction: 'operator',
  listAuditEntries: 'admin',
};

const ROLES = [...OPERATOR_ROLES, 'none'] as const;
type Role = (typeof ROLES)[number];

const APPS: Readonly<Record<string, (own: string) => OperatorClaim['apps']>> = {
  'its own app': (own) => [own],
  'all apps': () => '*',
  'another app': () => ['01990000-0000-7000-8000-000000000000'],
  'no app': () => [],
};

/** Nothing is done: what was confirmed was never shown. */
const ACTION_ID = '01JQ0000000000000000000ACT';

const now = () => Math.floor(Date.now() / 1_000);

interface Presented extends Pick<Asked, 'claims' | 'tampered'> {
  /** How every request is refused that comes with it. */
  readonly refused?: 401 | 403;
}

/** What a request presents, by the state of the session. */
const SESSIONS: Readonly<Record<string, () => Presented>> = {
  'a session that lasts': () => ({}),
  'a session that has ended': () => ({ claims: { operator: undefined }, refused: 403 }),
  'an expired claim': () => ({ claims: { iat: now() - 65, exp: now() - 5 }, refused: 401 }),
  'a forged claim': () => ({ tampered: forged, refused: 401 }),
  'the token of a customer app': () => ({
    claims: { token_use: 'customer', aud: 'public' },
    refused: 401,
  }),
  'a claim in the token of a customer app': () => ({
    claims: { token_use: 'customer' },
    refused: 403,
  }),
};

function requestOf(
  id: OperatorOperationId,
  { kind, customerAppId, ...of }: OperatedService,
): Asked {
  const query = { customer_app_id: customerAppId };
  const member = of.masked ?? 'none';
  const reason = 'ticket 4711';
  const act = of.acts ?? { action: 'replay_message', id: of.id };
  const requests: Readonly<Record<OperatorOperationId, Asked>> = {
    findResources: { query: { by: 'id', text: of.id } },
    listResources: { path: { kind }, query },
    seeResource: { path: { kind, customerAppId, id: of.id } },
    tellStory: { path: { kind, customerAppId, id: of.id } },
    readFigures: { query },
    listParkedMessages: { query },
    unmaskMember: { body: { ...query, kind, id: of.id, member, reason } },
    previewAction: { body: { ...query, ...act } },
    performAction: { body: { ...query, ...act, action_id: ACTION_ID, seen: '-', reason } },
    listAuditEntries: { query },
  };
  return requests[id];
}

/** Names no app: what the operator may not see is left out. */
const NAMES_NO_APP: readonly OperatorOperationId[] = ['findResources'];

interface Cell {
  readonly id: OperatorOperationId;
  readonly role: Role;
  readonly isOwn: boolean;
  readonly refused: number | undefined;
}

function expectedOf(
  { id, role, isOwn, refused }: Cell,
  { permitted, acts }: OperatedService,
): number {
  if (refused) return refused;
  if (role === 'none' || !hasRole({ role }, LEAST[id])) return 403;
  if (!isOwn && !NAMES_NO_APP.includes(id)) return 403;
  return permitted?.[id] ?? answered(id, acts !== undefined);
}

/** Of what nothing refuses. */
function answered(id: OperatorOperationId, isPossible: boolean): number {
  if (id === 'performAction') return isPossible ? 400 : 404;
  return id === 'previewAction' && !isPossible ? 404 : 200;
}

/** Each operation for operators, with each role, limit to apps and state of a session. */
export function describeOperatorMatrix(subject: () => OperatedService): void {
  const ids = Object.keys(OPERATOR_OPERATIONS) as OperatorOperationId[];
  const rows = ids.flatMap((id) => ROLES.map((role) => [id, role] as const));

  describe('an operation for operators', () => {
    it.each(rows)('%s answers the role %s by apps and session', async (id, role) => {
      const service = subject();
      const seen: Record<string, number | string> = {};
      const expected: typeof seen = {};
      for (const [apps, appsOf] of Object.entries(APPS)) {
        const at = service.as({ role: role as OperatorRole, apps: appsOf(service.customerAppId) });
        for (const [session, presentedIn] of Object.entries(SESSIONS)) {
          const { refused, ...presented } = presentedIn();
          const request = { ...requestOf(id, service), ...presented };
          const { status, body } = await at.ask<object>(id, request);
          const isOwn = ['its own app', 'all apps'].includes(apps);
          const cell = `${apps}, ${session}`;
          const namesApp = JSON.stringify(body).includes(service.customerAppId);
          const maySee = isOwn && status === 200;
          seen[cell] = namesApp && !maySee ? 'tells of the app' : status;
          expected[cell] = expectedOf({ id, role, isOwn, refused }, service);
        }
      }
      expect(seen).toEqual(expected);
    });
  });
}
