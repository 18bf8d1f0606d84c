import { MONEY_DAYS, type RetentionRule } from '@towpath/persistence';
import { loginGuessRetention } from '@towpath/service';

/** Retention of this service's rows. */
export const mandateRetention: readonly RetentionRule[] = [
  {
    table: 'mandate_sessions',
    column: 'created_at',
    days: 2,
    reason: 'a session lasts at most 8.5 hours; nothing in it is needed again',
  },
  {
    table: 'checklist_payloads',
    column: 'received_at',
    days: 30,
    only: 'NOT EXISTS (SELECT FROM checklist_keys k WHERE k.published_at <= checklist_payloads.received_at)',
    reason: 'a replay is known for as long as a private key that may open the payload is kept',
  },
  loginGuessRetention,
  {
    table: 'checklist_keys',
    column: 'retired_at',
    days: 0,
    reason: 'private halves go when they retire: what was encrypted to them is read no more',
  },
  {
    table: 'left_drafts',
    column: 'left_at',
    days: 30,
    reason: 'longer than any request of a payment link that was left may be on its way',
  },
  {
    table: 'mandate_checklists',
    column: 'updated_at',
    days: 30,
    reason:
      'emptied of account, identity and consent if the payer left it open: who comes back starts again; the row goes with its mandate',
    through: 'empty_left_checklists',
  },
  {
    table: 'mandates',
    column: 'updated_at',
    days: MONEY_DAYS,
    reason:
      'evidence for 7 years after its end; one that holds, or that is at its bank, stays; consents, histories, submissions, direct debits and what banks settled of them go with it, and hold it back while they are younger',
    through: 'delete_old_mandates',
  },
  {
    table: 'sensitive_mandate_reads',
    column: 'read_at',
    days: MONEY_DAYS,
    reason: 'who saw account numbers in plain text, of which mandates: as long as mandates',
    through: 'delete_old_mandate_reads',
  },
];
