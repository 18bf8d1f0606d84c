import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import type { MandateApi } from '../api/mandate-api.js';
import type { ChecklistItem, Factor, MandateView, SealedChecklist } from '../api/mandate-view.js';
import type { AccountEntry } from './account-entry.js';
import { outstandingFactor, usedOption } from './checklist.js';
import type { Login } from './mandate-state.js';
import { type PublicKey, seal } from '../../../shared/crypto/seal.js';
import { sha256Of } from '../../../shared/values.js';

/** Encrypts checklist items so that only the mandate service can read them. */
export async function sealChecklist(
  items: readonly ChecklistItem[],
  key: PublicKey,
): Promise<SealedChecklist> {
  const sealed = await seal({ items }, key);
  return {
    key_id: sealed.keyId,
    envelope_encryption_key: sealed.envelopeEncryptionKey,
    initialization_vector: sealed.initializationVector,
    message_authentication_code: sealed.messageAuthenticationCode,
    ciphertext: sealed.ciphertext,
  };
}

interface Submission {
  readonly accessToken: string;
  readonly view: MandateView;
  readonly items: readonly ChecklistItem[];
}

/** Seals checklist items with the key that the mandate asks for, and sends them. */
export async function sendChecklist(
  api: Pick<MandateApi, 'keys' | 'submit'>,
  { accessToken, view, items }: Submission,
): Promise<ApiAnswer<object>> {
  const { encryption_info: encryption, consent } = view;
  const keys = await api.keys(encryption);
  if (!keys.ok) return keys;
  const key = keys.value.keys.find(({ kid }) => kid === encryption.key_id);
  if (!key) return { ok: false, failure: { kind: 'refused', errorCode: 'UNKNOWN_KEY_ID' } };
  // The text on the screen, not the server's latest one.
  const consent_text = { version: consent.version, sha256: await sha256Of(consent.text) };
  const shown = items.map((item) =>
    item.type === 'ENDUSER_CONSENT' ? { ...item, consent_text } : item,
  );
  return api.submit(accessToken, await sealChecklist(shown, key));
}

interface Agreement {
  readonly account: AccountEntry | null;
  /** The payer's own limit for one payment, in minor units; null for none. */
  readonly ownLimit: number | null;
}

/** The entries of the payer's agreement; with the account, if it is still missing. */
export function consentItems(view: MandateView, { account, ownLimit }: Agreement): ChecklistItem[] {
  const items: ChecklistItem[] = [];
  const asked = outstandingFactor(view, 'ACCOUNT_IDENTIFICATION');
  if (asked && account) {
    const value = { account_number: account.number, accountholder_name: account.holder };
    items.push(itemOf(asked, value));
  }
  const consent = outstandingFactor(view, 'ENDUSER_CONSENT');
  if (consent)
    items.push(itemOf(consent, ownLimit === null || { max_transaction_amount: ownLimit }));
  return items;
}

/** The entries of a login; with the code, if the bank has asked for one. */
export function loginItems(
  view: MandateView,
  { login, otp }: { readonly login: Login; readonly otp?: string },
): ChecklistItem[] {
  const factor = outstandingFactor(view, 'ACCOUNTHOLDER_AUTHENTICATION');
  if (!factor) return [];
  const value = { user_id: login.userId, password: login.password, ...(otp && { otp }) };
  return [itemOf(factor, value)];
}

function itemOf(factor: Factor, value: ChecklistItem['value']): ChecklistItem {
  const name = usedOption(factor)?.name ?? 'INSTITUTION_CREDENTIALS_LOGIN';
  return { type: factor.type, name, value };
}
