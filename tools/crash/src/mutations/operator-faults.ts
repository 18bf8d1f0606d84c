import { REJECTED_NOTHING, type ConnectorFault } from './mutation.js';

const MATRIX = 'apps/dispute/test/operator-matrix.int-spec.ts';
const DISPUTES_SPEC = 'apps/dispute/test/operators.int-spec.ts';
const SESSIONS_SPEC = 'apps/gateway/test/console-sessions.int-spec.ts';
const AUDIT_SPEC = 'libs/persistence/src/audit/verify-audit.int-spec.ts';
const AUDIT = 'libs/persistence/src/audit/verify-audit.ts';
const MATRIX_SUITE = 'libs/testing/src/suites/operator-matrix.ts';
const ACTIONS = 'libs/service/src/operators/operator-actions.service.ts';
const ACTIONS_SPEC = 'libs/service/src/operators/operator-actions.int-spec.ts';
const OPERATION = '%s answers the role %s by apps and session';

/** Holes in what operators may see and do. */
export const OPERATOR_FAULTS: Readonly<Record<string, Omit<ConnectorFault, 'name'>>> = {
  'operators-of-any-role': {
    fault: 'an operation for operators does not check the role',
    module: 'libs/http/src/access/authorize.ts',
    edits: { 'if (!hasRole(operator, role)) {': 'if (!hasRole(operator, "viewer")) {' },
    proof: {
      file: MATRIX,
      suite: MATRIX_SUITE,
      title: OPERATION,
      row: ['unmaskMember', 'viewer'],
      says: '+   "its own app, a session that lasts": 200',
    },
  },
  'operators-see-an-unmarked-member': {
    fault: 'viewers see what the bank wrote about a mandate',
    module: 'apps/mandate/src/operators/mandate.resource.ts',
    edits: { "'bank_reason_code',": "'bank_reason_code', 'bank_reason_text'," },
    proof: {
      file: 'apps/mandate/test/operators.int-spec.ts',
      title: 'sees its terms and its side at the bank, and nobody',
      says: '-   "bank_reason_text"',
    },
  },
  'operators-name-any-app': {
    fault: 'the app that a request of an operator names is not checked',
    module: 'libs/service/src/operators/resource-rows.ts',
    edits: {
      'if (customerAppId === undefined || hasApp(operator, customerAppId)) return;': 'return;',
    },
    proof: {
      file: MATRIX,
      suite: MATRIX_SUITE,
      title: OPERATION,
      row: ['listResources', 'viewer'],
      says: '+   "another app, a session that lasts": 200',
    },
  },
  'operators-read-all-apps': {
    fault: 'reads of operators see the rows of all apps',
    module: 'libs/persistence/src/operators/operator-reads.ts',
    edits: { "apps === '*' ? apps : apps.join(',')": "'*'" },
    proof: {
      file: MATRIX,
      suite: MATRIX_SUITE,
      title: OPERATION,
      row: ['findResources', 'viewer'],
      says: '+   "another app, a session that lasts": "tells of the app"',
    },
  },
  'operators-list-without-limit': {
    fault: 'a list for operators ignores its limit',
    module: 'libs/service/src/operators/operator.service.ts',
    edits: {
      'page(reads, resource, asked)': 'page(reads, resource, { ...asked, limit: 1_000_000 })',
      '.slice(0, limit)': '',
    },
    proof: {
      file: DISPUTES_SPEC,
      title: 'gets pages of at most a hundred, newest first',
      says: 'toEqual',
    },
  },
  'operators-lose-rows-of-a-millisecond': {
    fault: 'the place in a list for operators has milliseconds, its rows have microseconds',
    module: 'libs/service/src/operators/resource-rows.ts',
    edits: { 'Number(found[index]?.at)': 'Math.floor(Number(found[index]?.at) / 1000) * 1000' },
    proof: {
      file: 'apps/mandate/test/operators.int-spec.ts',
      title: 'gets each of one millisecond once, page by page',
      says: '- Expected  - ',
    },
  },
  'operators-of-customer-apps': {
    fault: 'a customer app that has a claim of an operator is one',
    module: 'libs/http/src/access/authorize.ts',
    edits: {
      "const isOurs = claims.token_use === 'service' && claims.sub": 'const isOurs = claims.sub',
    },
    proof: {
      file: MATRIX,
      suite: MATRIX_SUITE,
      title: OPERATION,
      row: ['seeResource', 'viewer'],
      says: '+   "its own app, a claim in the token of a customer app": 200',
    },
  },
  'console-ignores-the-token': {
    fault: 'a request that writes needs no token in its header',
    module: 'apps/gateway/src/console-sessions/console.guard.ts',
    edits: {
      'writes && !isWriteToken(session, textOf(request.headers[CONSOLE_TOKEN_HEADER]))':
        'writes && !isWriteToken(session, session.writeToken)',
    },
    proof: {
      file: SESSIONS_SPEC,
      title: '%s is refused',
      row: ['without the token'],
      says: 'Expected: 403',
    },
  },
  'console-sessions-outlive-their-logout': {
    fault: 'the cookie of a session still opens the console after its logout',
    module: 'apps/gateway/src/console-sessions/console-sessions.service.ts',
    edits: { 'const LASTS = `ended_at IS NULL AND ends_at': 'const LASTS = `ends_at' },
    proof: {
      file: SESSIONS_SPEC,
      title: 'is over after a logout, also for the old cookie',
      says: 'Expected: 401',
    },
  },
  'actions-with-an-old-login': {
    fault: 'an operator moves money with a login of any age',
    module: ACTIONS,
    edits: {
      'OPERATOR_ACTIONS[request.action].needsFreshLogin && !hasFreshLogin(operator, Date.now())':
        'OPERATOR_ACTIONS[request.action].needsFreshLogin && !hasFreshLogin(operator, 0)',
    },
    proof: {
      file: ACTIONS_SPEC,
      title: '%s moves no money',
      row: ['a login of 11 minutes ago'],
      says: REJECTED_NOTHING,
    },
  },
  'actions-approved-by-who-proposed': {
    fault: 'who proposed an action approves it',
    module: ACTIONS,
    edits: { 'if (operator.proposed_by === operator.subject) {': 'if (false as boolean) {' },
    proof: {
      file: ACTIONS_SPEC,
      title: 'nobody approves what they proposed',
      says: REJECTED_NOTHING,
    },
  },
  'actions-of-another-amount': {
    fault: 'an approval moves what is there now, whatever was proposed',
    module: ACTIONS,
    edits: { 'assertProposed(operator, money);': '' },
    proof: {
      file: 'apps/payment-link/test/operator-transfers.int-spec.ts',
      title: 'moves nothing if %s was proposed',
      row: ['another amount'],
      says: "Cannot read properties of undefined (reading 'details')",
    },
  },
  'actions-without-a-second-person': {
    fault: 'one person moves any amount in a day',
    module: ACTIONS,
    edits: { 'if (moved + money.amount > limit) {': 'if (money.amount > limit) {' },
    proof: {
      file: ACTIONS_SPEC,
      title: 'is the sum of all apps, and an approval does not count',
      says: REJECTED_NOTHING,
    },
  },
  'actions-at-once-over-the-limit': {
    fault: 'actions of one person at once do not know of each other',
    module: ACTIONS,
    edits: { 'await tx.query(LOCK, [subject]);': '' },
    proof: {
      file: ACTIONS_SPEC,
      title: 'is never more, of 32 actions at once',
      says: '- Expected  - ',
    },
  },
  'actions-audited-apart': {
    fault: 'the entry of an action is written after its transaction',
    module: 'libs/persistence/src/audit/audited-work.ts',
    edits: { "if (entry?.state !== 'open' ||": "if (entry?.state !== 'being written' ||" },
    proof: {
      file: 'libs/persistence/src/audit/audited-work.int-spec.ts',
      title: 'an action and its entry are in one transaction',
      says: 'toEqual',
    },
  },
  'refunds-audited-apart': {
    fault: 'the entry of a refund is written after the amount was reserved',
    module: 'libs/persistence/src/audit/audited-work.ts',
    edits: { "if (entry?.state !== 'open' ||": "if (entry?.state !== 'being written' ||" },
    proof: {
      file: 'apps/payment-link/test/operator-refunds.int-spec.ts',
      title: 'has the entry of the audit in the transaction that reserves the amount',
      says: 'toEqual',
    },
  },
  'actions-for-any-app': {
    fault: 'an action does not check whether the app is one of the operator',
    module: ACTIONS,
    edits: { 'assertApp(operator, customerAppId);': '' },
    proof: {
      file: MATRIX,
      suite: MATRIX_SUITE,
      title: OPERATION,
      row: ['previewAction', 'operator'],
      says: '+   "another app, a session that lasts"',
    },
  },
  'actions-on-messages-of-any-app': {
    fault: 'a message of another app than the one that was named is replayed',
    module: 'libs/service/src/parked-messages/waiting-message.ts',
    edits: { 'found?.message.customerAppId === (customerAppId ?? null)': 'found' },
    proof: {
      file: 'apps/dispute/test/operator-messages.int-spec.ts',
      title: 'reaches no message of another app, and none of no app without all apps',
      says: "Cannot read properties of undefined (reading 'error_code')",
    },
  },
  'actions-twice': {
    fault: 'a repeat of an action that was done does it again',
    module: ACTIONS,
    edits: {
      'if (known?.outcome) return known.outcome;': '',
      'WHERE action_id = $1 AND outcome IS NULL AND (lease_until':
        'WHERE action_id = $1 AND (lease_until',
    },
    proof: {
      file: ACTIONS_SPEC,
      title: 'is done once, even if the resource has changed since',
      says: '- Expected  - ',
    },
  },
  'differences-come-back': {
    fault: 'the next comparison finds a difference again that an operator resolved',
    module: 'libs/reconciliation/src/kept-differences.ts',
    edits: {
      'return last !== undefined && stateOf(last) === stateOf(difference);':
        'return last === difference;',
    },
    proof: {
      file: 'apps/payment-link/test/resolved-differences.int-spec.ts',
      title: 'does not find it again until one side changes, also to what it was',
      says: 'toEqual',
    },
  },
  'audit-misses-deleted-entries': {
    fault: 'a verification of the audit does not count the entries of a seal',
    module: AUDIT,
    edits: { 'if (found < count)': 'if (found < 0)' },
    proof: {
      file: AUDIT_SPEC,
      title: 'finds %s',
      row: ['a deleted entry'],
      says: 'seal 3: 1 of 2 entries are missing',
    },
  },
  'audit-misses-a-cut-tail': {
    fault: 'a verification of the audit believes the last seal of the database',
    module: AUDIT,
    edits: { 'if (last >= knownTo) return;': 'return;' },
    proof: {
      file: AUDIT_SPEC,
      title: 'finds %s',
      row: ['the last seals, deleted with their entries'],
      says: 'tail cut: the gateway knows seal 5',
    },
  },
};
