import type { ApiFailure } from '../../../shared/api/api-answer.js';
import type { HostedApi } from '../api/hosted-api.js';
import type { AvailablePaymentMethod, HostedView } from '../api/hosted-view.js';
import { safeUrl } from '../../../shared/api/safe-url.js';
import type { ReadyForm, PayTrouble, TypedCardForm } from './page-state.js';
import { usableMethods } from './payment-methods.js';
import { isUsedUp } from './used-up.js';

/** The form, or why there is none. */
type PreparedForm =
  | { readonly kind: 'ready'; readonly form: ReadyForm }
  | { readonly kind: 'trouble'; readonly trouble: PayTrouble }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

/** Requests the offered methods, and the card frame if the payer can type a card. */
export async function prepareForm(
  api: HostedApi,
  { accessToken, view }: { readonly accessToken: string; readonly view: HostedView },
): Promise<PreparedForm> {
  const answer = await api.availableMethods(accessToken);
  if (!answer.ok) return { kind: 'failed', failure: answer.failure };
  const offered = answer.value.available_payment_methods;
  const left = offered.filter((method) => !isUsedUp(method, view));
  const { oneTap, newCard } = usableMethods(left);
  if (newCard) {
    const card = await prepareCard(api, { accessToken, method: newCard });
    return 'kind' in card ? card : { kind: 'ready', form: { phase: 'ready', oneTap, card } };
  }
  if (oneTap.length === 0) {
    const kind = left.length < offered.length ? 'used_up' : 'no_method';
    return { kind: 'trouble', trouble: { kind } };
  }
  return { kind: 'ready', form: { phase: 'ready', oneTap, card: null } };
}

interface ChosenMethod {
  readonly accessToken: string;
  readonly method: AvailablePaymentMethod;
}

async function prepareCard(
  api: HostedApi,
  { accessToken, method }: ChosenMethod,
): Promise<TypedCardForm | Exclude<PreparedForm, { kind: 'ready' }>> {
  // Whatever the surcharge is now, it is shown before the card is typed.
  const anyPrice = { ...method, surcharge_amount: undefined };
  const selected = await api.selectMethod(accessToken, anyPrice);
  if (!selected.ok) return { kind: 'failed', failure: selected.failure };
  const cardFieldsUrl = safeUrl(selected.value.card_fields_url);
  if (!cardFieldsUrl) return { kind: 'trouble', trouble: { kind: 'server' } };
  const brands = method.payment_methods_list ?? [];
  const { attempt_id: attemptId, surcharge_amount: surcharge } = selected.value;
  return { attemptId, cardFieldsUrl, brands, surchargeAmount: surcharge ?? 0 };
}
