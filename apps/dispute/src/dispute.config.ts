import { ServiceConfig } from '@towpath/config';

export class DisputeConfig extends ServiceConfig {}
