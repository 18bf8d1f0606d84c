/** `AUTHORIZATION_REQUIRED`, `payment_link_id` and the path `sender.user_id` as words. */
export function words(name: string): string {
  const text = name
    .replaceAll(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();
  const spelled = text.replaceAll(/\b(id|iban|url|ip|arn|uri|http|api)\b/g, (word) =>
    word.toUpperCase(),
  );
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

export type Tone = 'success' | 'error' | 'warning' | 'default';

const GOOD =
  /^(EXECUTED|PAID|SETUP_SUCCEEDED|SUCCEEDED|DELIVERED|WON|DONE|ENABLED|DATA_AVAILABLE|DATA_RETRIEVAL_COMPLETE|CONNECTION_COMPLETE)$/;
const BAD = /(FAILED|ERROR|LOST|REVERSED|REJECTED|DISABLED|DECLINED|REFUSED)$/;
const WAITS = /(^OPEN|REQUIRED|RETRYING|HELD|UNPAID|PARTIALLY_SUCCESSFUL|UNKNOWN)$/;

/** How a status is coloured; its word is always beside the colour. */
export function toneOf(status: string): Tone {
  if (GOOD.test(status)) return 'success';
  if (BAD.test(status)) return 'error';
  return WAITS.test(status) ? 'warning' : 'default';
}
