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
