import { ServiceConfig } from '@towpath/config';

export class AccountDataConfig extends ServiceConfig {}
