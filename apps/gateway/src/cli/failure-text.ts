import { CallRefused, PeerUnavailable, startupSentence } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { UsageError } from './arguments.js';
import { AccountsMissing } from './settlement-accounts.js';

/** The message for an operator when a command fails: a sentence, or the stack of a defect. */
export function failureText(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof DomainError) return error.explanation;
  if (error instanceof CallRefused && error.refusal) return error.refusal.explanation;
  if (error instanceof AccountsMissing) return accountsMissing(error);
  if (error instanceof PeerUnavailable) return unavailable(error);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return startupSentence(error) ?? stack;
}

function accountsMissing({ app, cause }: AccountsMissing): string {
  return (
    `The app ${app} was created, but not all of its settlement accounts: ${failureText(cause)} ` +
    'Open them with settlement-account create.'
  );
}

function unavailable({ message, outcome }: PeerUnavailable): string {
  const effect =
    outcome === 'NOT_SENT'
      ? 'It has seen nothing of this.'
      : 'It may have acted; look before you repeat.';
  return `${message}. ${effect}`;
}
