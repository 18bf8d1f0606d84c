/** How a payment is made: `type` of a payment (interface: Payment). */
export type MethodType = 'MANDATE' | 'SINGLE' | 'CARD' | 'MANUAL' | 'WALLET';
