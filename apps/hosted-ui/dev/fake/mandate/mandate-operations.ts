import { setTimeout as delay } from 'node:timers/promises';
import type { Institution } from '../../../src/shared/banks/institution.js';
import type { Operations } from '../fake-api.js';
import { Refusal } from '../reply.js';
import { BANKS, banksFor } from './fake-banks.js';
import type { FakeKeys } from './fake-keys.js';
import type { FakeMandate } from './fake-mandate.js';

const SLOW_MS = 1_500;
const REFUSED_AS: Readonly<Record<string, string>> = {
  refused: 'INVALID_REQUEST',
  limit_refused: 'TRANSACTION_LIMIT_EXCEEDED',
};
/** That of the account that pays. */
const isKnown = ({ institution_id: id }: Institution) => id === BANKS[0]?.institution_id;

/** What the mandate page asks its service. */
export function mandateOperations(keys: FakeKeys): Operations<FakeMandate> {
  return {
    'GET /mandates/hosted/view': (mandate) => {
      const { sessionEndsAfterViews = Number.POSITIVE_INFINITY } = mandate.parts.scenario;
      const view = mandate.view();
      return mandate.views > sessionEndsAfterViews ? new Refusal(401, 'TOKEN_EXPIRED') : view;
    },
    'GET /mandates/hosted/institutions': (mandate, { url }) => {
      if (mandate.parts.scenario.brokenSearch) return new Refusal(503, 'SERVICE_UNAVAILABLE');
      const found = banksFor(url.searchParams.get('query') ?? '');
      return { institutions: mandate.view().institution_fixed ? found.filter(isKnown) : found };
    },
    'POST /mandates/institution_selection': (mandate, { body }) => {
      const bank = BANKS.find(({ institution_id: id }) => id === body['institution_id']);
      const refusal = bank ? mandate.choose(bank) : 'INSTITUTION_NOT_FOUND';
      return refusal ? new Refusal(400, refusal) : { mandate_id: mandate.view().mandate_id };
    },
    'POST /mandates/auth': async (mandate, { body }) => {
      const fate = mandate.submissions === 0 ? mandate.parts.scenario.firstSubmission : undefined;
      if (fate === 'slow') await delay(SLOW_MS);
      const code = fate && REFUSED_AS[fate];
      if (fate === 'request_lost' || code) mandate.submissions += 1;
      if (fate === 'request_lost') return 'lost';
      if (code) return new Refusal(400, code);
      const { items } = keys.open(body) as { items: [] };
      const refusal = mandate.submit(items);
      if (fate === 'answer_lost') return 'lost';
      if (refusal) return new Refusal(400, refusal);
      const { mandate_id, status, auth_checklist } = mandate.view();
      const last_update = '2026-11-21T10:00:00Z';
      return { mandate_id, mandate_status: status, auth_checklist, last_update };
    },
    'POST /mandates/hosted/leave': (mandate) => {
      mandate.leave();
      return {};
    },
  };
}
