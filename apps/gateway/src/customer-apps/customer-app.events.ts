import { publishChanges, type WriteBatch } from '@towpath/persistence';
import type { CustomerApp } from './customer-app.js';

export function publishCustomerAppChanges(batch: WriteBatch, app: CustomerApp): void {
  publishChanges(batch, { customerAppId: app.id, changes: app.changes }, () => ({
    app_type: app.appType,
    credential_generation: app.credentialGeneration,
    clock_offset_ms: app.clock.offsetMs,
    clock_frozen_at: app.clock.frozenAt?.toISOString() ?? null,
  }));
}
