/** The kind of a payment: `type` of a payment in the interface. */
export type MethodType = 'MANDATE' | 'SINGLE' | 'CARD' | 'MANUAL' | 'WALLET';
