/** Who may start the payments of a stored method; null where a link asked for neither. */
export type FuturePayments = 'AUTOPAY' | 'CLICK_TO_PAY' | null;
