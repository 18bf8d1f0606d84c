import type { ApiAnswer } from '../../api/api-answer.js';
import type { MandateApi } from '../api/mandate-api.js';
import type { ChecklistItem, Factor, FactorType, MandateView } from '../api/mandate-view.js';
import { sealChecklist } from '../crypto/seal-checklist.js';
import type { AccountEntry } from './account-entry.js';
import { outstandingFactor, usedOption } from './checklist.js';
import type { Login } from './mandate-state.js';

/** Seals checklist items with the key that the mandate asks for, and sends them. */
export class ChecklistSender {
  constructor(private readonly api: Pick<MandateApi, 'keys' | 'submit'>) {}

  async send(
    accessToken: string,
    { view, items }: { readonly view: MandateView; readonly items: readonly ChecklistItem[] },
  ): Promise<ApiAnswer<object>> {
    const { jwks_url: url, key_id: keyId } = view.encryption_info;
    const keys = await this.api.keys(url);
    if (!keys.ok) return keys;
    const key = keys.value.keys.find(({ kid }) => kid === keyId);
    if (!key) return { ok: false, failure: { kind: 'refused', errorCode: 'UNKNOWN_KEY_ID' } };
    return this.api.submit(accessToken, await sealChecklist(items, key));
  }
}

/** What the payer's agreement sends: the account too, when it is still to be given. */
export function consentItems(view: MandateView, account: AccountEntry | null): ChecklistItem[] {
  const items: ChecklistItem[] = [];
  const asked = outstandingFactor(view, 'ACCOUNT_IDENTIFICATION');
  if (asked && account) {
    const value = { account_number: account.number, accountholder_name: account.holder };
    items.push(itemOf(asked, value));
  }
  const consent = outstandingFactor(view, 'ENDUSER_CONSENT');
  if (consent) items.push(itemOf(consent, true));
  return items;
}

/** What a login sends; with the code, once the bank has asked for one. */
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
