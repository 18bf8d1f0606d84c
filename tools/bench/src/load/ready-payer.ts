import {
  ApiClient,
  HostedPayer,
  paymentOrder,
  type ApiAnswer,
  type ApiRequest,
  type Merchant,
  type TypedCard,
} from '@towpath/testing';

let addresses = 0;

/** A payer with an address of its own, as a trusted proxy names it: addresses have limits. */
class PayerClient extends ApiClient {
  private readonly number = (addresses += 1);

  override send<T>(request: ApiRequest): Promise<ApiAnswer<T>> {
    const address = `10.${this.number >> 16}.${(this.number >> 8) & 255}.${this.number & 255}`;
    return super.send({ ...request, headers: { 'x-forwarded-for': address } });
  }
}

interface Terms {
  readonly order?: ReturnType<typeof paymentOrder>;
  /** Types a card; into the sandbox's fields when absent. */
  readonly type?: (() => Promise<TypedCard>) | undefined;
}

/** A payer with a new link and a typed card: the result presses the button and is paid then. */
export async function readyPayer(
  merchant: Merchant,
  { order = paymentOrder(), type }: Terms = {},
): Promise<() => Promise<void>> {
  const { url } = await merchant.createPaymentLink({ body: order });
  const payer = await HostedPayer.open(new PayerClient(merchant.api.baseUrl), url ?? '');
  const selected = await payer.select();
  const card = await (type?.() ?? payer.type(selected, 'authorized'));
  return async () => {
    const { status, body, text } = await payer.submit(selected.attempt_id, card);
    if (status !== 200 || body.status !== 'PAID') throw new Error(`not paid: ${status} ${text}`);
  };
}
