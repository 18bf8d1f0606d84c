import type { OperatorPurpose, OperatorRole } from './operator-claim.js';

/** One operation for operators: on the internal port of each service that has it. */
export interface OperatorOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** With parameters in braces. */
  readonly path: `/operator/${string}`;
  /** The least role that it takes. */
  readonly role: OperatorRole;
  readonly purpose: OperatorPurpose;
  readonly summary: string;
}

const define = <const T extends Readonly<Record<string, Omit<OperatorOperation, 'id'>>>>(
  entries: T,
): { readonly [K in keyof T]: OperatorOperation } =>
  Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, { id, ...entry }])) as {
    [K in keyof T]: OperatorOperation;
  };

/** Every operation for operators. All services answer the same ones, each for its own resources. */
export const OPERATOR_OPERATIONS = define({
  findResources: {
    method: 'GET',
    path: '/operator/find',
    role: 'viewer',
    purpose: 'find',
    summary: 'Resources with an ID, reference, e-mail address, last four digits or amount',
  },
  listResources: {
    method: 'GET',
    path: '/operator/resources/{kind}',
    role: 'viewer',
    purpose: 'find',
    summary: 'Resources of one kind, newest first',
  },
  seeResource: {
    method: 'GET',
    path: '/operator/resources/{kind}/{customerAppId}/{id}',
    role: 'viewer',
    purpose: 'see',
    summary: 'One resource, with what belongs to it; values that the role does not see are masked',
  },
  tellStory: {
    method: 'GET',
    path: '/operator/stories/{kind}/{customerAppId}/{id}',
    role: 'viewer',
    purpose: 'see',
    summary: 'What this service knows of the story of a resource, of its own or of another service',
  },
  readFigures: {
    method: 'GET',
    path: '/operator/figures',
    role: 'viewer',
    purpose: 'watch',
    summary: 'Figures of a period: money, success rates, webhooks, messages, deadlines',
  },
  listParkedMessages: {
    method: 'GET',
    path: '/operator/parked-messages',
    role: 'viewer',
    purpose: 'watch',
    summary: 'Messages that could not be handled and wait for an operator',
  },
  unmaskMember: {
    method: 'POST',
    path: '/operator/unmask',
    role: 'admin',
    purpose: 'see',
    summary: 'The value of one masked member, for a reason',
  },
  previewAction: {
    method: 'POST',
    path: '/operator/actions/preview',
    role: 'operator',
    purpose: 'act',
    summary: 'What an action would do, and what it needs; nothing changes',
  },
  performAction: {
    method: 'POST',
    path: '/operator/actions',
    role: 'operator',
    purpose: 'act',
    summary: 'Does what a preview showed, for a reason',
  },
  listAuditEntries: {
    method: 'GET',
    path: '/operator/audit-entries',
    role: 'admin',
    purpose: 'audit',
    summary: 'Who saw personal data and who acted, newest first',
  },
});

export type OperatorOperationId = keyof typeof OPERATOR_OPERATIONS;
