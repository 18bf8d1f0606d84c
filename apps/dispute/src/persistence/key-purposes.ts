import { keyPurpose } from '@towpath/persistence';

/** Bodies of notifications as processors sent them. */
export const NOTIFICATIONS_KEY = keyPurpose('notifications');

export const KEY_PURPOSES = [NOTIFICATIONS_KEY] as const;
