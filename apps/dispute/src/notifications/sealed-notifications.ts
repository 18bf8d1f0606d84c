import { Injectable } from '@nestjs/common';
import { Encryption } from '@towpath/persistence';
import { NOTIFICATIONS_KEY } from '../persistence/key-purposes.js';
import type { NotificationKey } from './ports.js';

/** Encrypts the bodies of notifications in their original form. */
@Injectable()
export class SealedNotifications {
  constructor(private readonly encryption: Encryption) {}

  seal(key: NotificationKey, body: Buffer): Buffer {
    return this.encryption.encrypt(NOTIFICATIONS_KEY, body, contextOf(key));
  }

  open(key: NotificationKey, sealed: Buffer): string {
    return this.encryption.decrypt(NOTIFICATIONS_KEY, sealed, contextOf(key));
  }
}

function contextOf({ customerAppId, integrationId, eventId }: NotificationKey): string {
  return `processor_notifications ${customerAppId} ${integrationId} ${eventId}`;
}
