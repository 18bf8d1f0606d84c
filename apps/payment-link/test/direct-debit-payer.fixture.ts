import type { ConfirmAttemptResponse } from '@towpath/contracts/internal';
import type {
  AvailablePaymentMethod,
  AvailablePaymentMethodsResponse,
  SelectPaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { linkBody, Payer } from './payer.fixture.js';
import { send, type Answer, type TestCustomerApp } from './payment-link.fixture.js';
import type { TestSandbox } from './sandbox.fixture.js';

/** A payer of a link on an account that takes cards and direct debit. */
export async function debitPayer(app: TestCustomerApp, body: object = linkBody()) {
  return Payer.of(app, {} as TestSandbox, body);
}

/** An account that takes cards and direct debit, as those of the sandbox do. */
export function debitAccount(app: TestCustomerApp, members: object = {}): Promise<string> {
  return app.settlementAccount('HKD', {
    payment_method_types: ['CARD', 'MANDATE'],
    mandate_integration_id: 'GW3',
    ...members,
  });
}

export async function offeredTo(payer: Payer): Promise<AvailablePaymentMethod[]> {
  const { body } = await payer.call<AvailablePaymentMethodsResponse>(
    'GET /available_payment_methods',
  );
  return body.available_payment_methods;
}

export async function chooseType(
  payer: Payer,
  payment_method_type: string,
): Promise<Answer<SelectPaymentMethodResponse>> {
  const offered = await offeredTo(payer);
  const method = offered.find((each) => each.payment_method_type === payment_method_type);
  return payer.call('POST /select_payment_method', {
    payment_account_id: method?.payment_account_id ?? 'none',
    payment_method_type,
  });
}

/** As the service of mandates asks, before a mandate leaves AUTHORIZING. */
export async function confirm(
  app: TestCustomerApp,
  linkId: string,
  mandateId: string,
): Promise<boolean> {
  const { status, body } = await ask(app, { linkId, mandateId, caller: 'mandate' });
  if (status !== 200) throw new Error(`confirm: HTTP ${status}`);
  return body.current;
}

export async function ask(
  app: TestCustomerApp,
  question: { readonly linkId: string; readonly mandateId: string; readonly caller: string },
): Promise<Answer<ConfirmAttemptResponse>> {
  const token = await app.service.gateway.sign({
    customer_app_id: '',
    sub: question.caller,
    token_use: 'service',
    aud: 'payment-link',
  });
  return send(app.service.internalUrl, {
    route: `POST /internal/payment_links/${question.linkId}/attempts/confirm`,
    token,
    body: { customer_app_id: app.id, mandate_id: question.mandateId },
  });
}

export interface AttemptRow {
  readonly status: string;
  readonly mandate_id: string | null;
  readonly payment_status: string | null;
}

/** The attempts of the link, oldest first, each with the status of its payment. */
export function attemptsOf(app: TestCustomerApp, linkId: string): Promise<AttemptRow[]> {
  return app.rows<AttemptRow>(
    `SELECT a.status, a.mandate_id, p.status AS payment_status FROM payment_attempts a
     LEFT JOIN payments p ON p.customer_app_id = a.customer_app_id AND p.attempt_id = a.attempt_id
     WHERE a.payment_link_id = $1 ORDER BY a.ordinal`,
    [linkId],
  );
}
