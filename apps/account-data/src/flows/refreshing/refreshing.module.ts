import { Module } from '@nestjs/common';
import { LinkingModule } from '../linking/linking.module.js';
import { LinkJobsModule } from '../../identities/link-jobs/link-jobs.module.js';
import { LoginIdentitiesModule } from '../../identities/login-identities/login-identities.module.js';
import { EraseUncoveredData } from './erase-uncovered-data.job.js';
import { ExpirePermissions } from './expire-permissions.job.js';
import { RefreshDueLogins } from './refresh-due-logins.job.js';
import { RefreshLoginIdentity } from './refresh-login-identity.use-case.js';

/** Work on login identities in the absence of their users. */
@Module({
  imports: [LinkingModule, LinkJobsModule, LoginIdentitiesModule],
  providers: [RefreshLoginIdentity, RefreshDueLogins, ExpirePermissions, EraseUncoveredData],
  exports: [RefreshLoginIdentity],
})
export class RefreshingModule {}
