/** The simulated parties. Each has a folder of its own with its wire format and its quirks. */
export const GATEWAYS = ['GW1'] as const;

export type GatewayName = (typeof GATEWAYS)[number];
