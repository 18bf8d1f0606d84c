/** `CLOSED`: both sides agree by now. `RESOLVED`: an operator cleared it up elsewhere. */
export const DIFFERENCE_STATUSES = ['OPEN', 'CLOSED', 'RESOLVED'] as const;
export type DifferenceStatus = (typeof DIFFERENCE_STATUSES)[number];
