import type { ConnectorFault } from './mutation.js';

const MATRIX = 'apps/dispute/test/operator-matrix.int-spec.ts';
const DISPUTES_SPEC = 'apps/dispute/test/operators.int-spec.ts';
const SESSIONS_SPEC = 'apps/gateway/test/console-sessions.int-spec.ts';
const AUDIT_SPEC = 'libs/persistence/src/audit/verify-audit.int-spec.ts';
const AUDIT = 'libs/persistence/src/audit/verify-audit.ts';
const MATRIX_SUITE = 'libs/testing/src/suites/operator-matrix.ts';
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
    fault: 'viewers see what the bank wrote about a dispute',
    module: 'apps/dispute/src/operators/dispute.resource.ts',
    edits: { "'arn',": "'arn', 'issuer_comments'," },
    proof: {
      file: MATRIX,
      title: 'masks what has no mark for the role %s',
      row: ['viewer'],
      says: '"issuer_comments"',
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
