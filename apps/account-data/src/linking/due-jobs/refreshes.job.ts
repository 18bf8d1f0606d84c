import type { LoginIdentityId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { RefreshesService } from '../refreshes/refreshes.service.js';

const LOGINS = { table: 'login_identities', id: 'login_identity_id', useCase: RefreshesService };

const refreshDueLoginsJob = jobOfRows({
  ...LOGINS,
  name: 'refresh-due-logins',
  dueAt: 'next_refresh_at',
  open: 'next_refresh_at IS NOT NULL',
  run: (refreshes, app, id: LoginIdentityId) => refreshes.refreshDue(app, id),
});

const expirePermissionsJob = jobOfRows({
  ...LOGINS,
  name: 'expire-permissions',
  dueAt: 'permission_expires_at',
  open: 'permission_watched',
  run: (refreshes, app, id: LoginIdentityId) => refreshes.expire(app, id),
});

const eraseUncoveredDataJob = jobOfRows({
  ...LOGINS,
  name: 'erase-uncovered-data',
  dueAt: 'erasure_due_at',
  open: 'erasure_due_at IS NOT NULL',
  run: (refreshes, app, id: LoginIdentityId) => refreshes.eraseUncovered(app, id),
});

export const REFRESH_JOBS = [refreshDueLoginsJob, expirePermissionsJob, eraseUncoveredDataJob];
