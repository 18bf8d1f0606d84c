import type { Attempt, HostedView } from '../api/hosted-view.js';

/** An open link of 10 HKD; `changes` make it what a test needs. */
export function aView(changes: Partial<HostedView> = {}): HostedView {
  return {
    payment_link_id: 'link-1',
    unique_reference_id: 'order-1',
    mode: 'PAYMENT',
    status: 'CREATED',
    session_status: 'OPEN',
    amount: 1_000,
    currency: 'HKD',
    language: 'en',
    ui_mode: 'redirect',
    live: false,
    merchant: { display_name: 'Shop' },
    money_moved: 'NO',
    ...changes,
  };
}

export function anAttempt(status: string, attempt_id = 'attempt-1'): Attempt {
  return { attempt_id, payment_method_type: 'CARD', status };
}

type Reply = () => Response | Promise<Response>;
type Operation =
  | 'session'
  | 'extend'
  | 'view'
  | 'available_payment_methods'
  | 'select_payment_method'
  | 'submit_card'
  | 'submit_payment_method'
  | 'autopay_enrollment'
  | 'change_payment_method';

const CARD_METHOD = {
  payment_method_type: 'CARD',
  recurring: true,
  payment_account_id: 'account-1',
  payment_methods_list: ['VISA'],
};

/** The hosted API behind `fetch`, one replaceable reply per operation. */
export class FakeServer {
  readonly calls: { readonly operation: Operation; readonly body: Record<string, unknown> }[] = [];
  /** Paths with the token that came with them. */
  readonly authorized: string[] = [];
  current: HostedView = aView();
  private attempts = 0;
  private readonly replies: Record<Operation, Reply> = {
    session: () => Response.json({ access_token: 'access-1', expires_in: 1_800 }),
    extend: () => Response.json({ access_token: 'access-2', expires_in: 1_800 }),
    view: () => Response.json(this.current),
    available_payment_methods: () => Response.json({ available_payment_methods: [CARD_METHOD] }),
    select_payment_method: () => {
      this.attempts += 1;
      const attempt_id = `attempt-${this.attempts}`;
      return Response.json({ attempt_id, card_fields_url: 'https://cards.example/fields' });
    },
    submit_card: () => Response.json(this.current),
    submit_payment_method: () => Response.json(this.current),
    autopay_enrollment: () => Response.json(this.current),
    change_payment_method: () => Response.json(this.current),
  };

  readonly fetch: typeof fetch = async (input, init) => {
    const operation = String(input).split('/').at(-1) as Operation;
    const body = init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {};
    this.calls.push({ operation, body });
    const token = new Headers(init?.headers).get('authorization');
    if (token) this.authorized.push(`${String(input)} ${token}`);
    return this.replies[operation]();
  };

  on(operation: Operation, reply: Reply): void {
    this.replies[operation] = reply;
  }

  /** That operation never answers: the connection breaks. */
  breaks(operation: Operation): void {
    this.on(operation, () => Promise.reject(new TypeError('Failed to fetch')));
  }

  refuses(operation: Operation, status: number, error_code = 'X'): void {
    this.on(operation, () => Response.json({ error: { error_code } }, { status }));
  }

  count(operation: Operation): number {
    return this.calls.filter((call) => call.operation === operation).length;
  }
}
