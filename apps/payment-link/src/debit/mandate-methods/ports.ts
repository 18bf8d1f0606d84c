/** Who may start payments with a stored method; null if a link requested neither. */
export type FuturePayments = 'AUTOPAY' | 'CLICK_TO_PAY' | null;
