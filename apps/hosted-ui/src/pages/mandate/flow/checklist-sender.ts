import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import type { MandateApi } from '../api/mandate-api.js';
import type {
  ChecklistItem,
  Factor,
  FactorType,
  MandateView,
  SealedChecklist,
} from '../api/mandate-view.js';
import type { AccountEntry } from './account-entry.js';
import { outstandingFactor, usedOption } from './checklist.js';
import type { Login } from './mandate-state.js';
import { type PublicKey, seal } from '../../../shared/crypto/seal.js';

/** Encrypts checklist items so that only the mandate service can read them. */
export async function sealChecklist(
  items: readonly ChecklistItem[],
  key: PublicKey,
): Promise<SealedChecklist> {
  const { keyId, wrappedKey, iv, tag, ciphertext } = await seal({ items }, key);
  return {
    key_id: keyId,
    envelope_encryption_key: wrappedKey,
    initialization_vector: iv,
    message_authentication_code: tag,
    ciphertext,
  };
}

/** Seals checklist items with the key that the mandate asks for, and sends them. */
export class ChecklistSender {
  constructor(private readonly api: Pick<MandateApi, 'keys' | 'submit'>) {}

  async send(
    accessToken: string,
    { view, items }: { readonly view: MandateView; readonly items: readonly ChecklistItem[] },
  ): Promise<ApiAnswer<object>> {
    const { jwks_url: url, key_id: keyId } = view.encryption_info;
    const keys = await this.api.keys(url, { keyId });
    if (!keys.ok) return keys;
    const key = keys.value.keys.find(({ kid }) => kid === keyId);
    if (!key) return { ok: false, failure: { kind: 'refused', errorCode: 'UNKNOWN_KEY_ID' } };
    const told = await Promise.all(items.map((item) => withShownText(item, view)));
    return this.api.submit(accessToken, await sealChecklist(told, key));
  }
}

export interface Agreement {
  readonly account: AccountEntry | null;
  /** The payer's own limit for one payment, in minor units; null for none. */
  readonly ownMost: number | null;
}

/** Adds the displayed text to a consent: the text on the screen, not the server's latest one. */
async function withShownText(item: ChecklistItem, { consent }: MandateView) {
  if (item.type !== 'ENDUSER_CONSENT') return item;
  const { version, text } = consent;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return { ...item, consent_text: { version, sha256: sha256.join('') } };
}

/** The entries of the payer's agreement; with the account, if it is still missing. */
export function consentItems(view: MandateView, { account, ownMost }: Agreement): ChecklistItem[] {
  const items: ChecklistItem[] = [];
  const asked = outstandingFactor(view, 'ACCOUNT_IDENTIFICATION');
  if (asked && account) {
    const value = { account_number: account.number, accountholder_name: account.holder };
    items.push(itemOf(asked, value));
  }
  const consent = outstandingFactor(view, 'ENDUSER_CONSENT');
  if (consent) items.push(itemOf(consent, ownMost === null || { max_transaction_amount: ownMost }));
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
  const type: FactorType = factor.type;
  return { type, name: usedOption(factor)?.name ?? 'INSTITUTION_CREDENTIALS_LOGIN', value };
}
