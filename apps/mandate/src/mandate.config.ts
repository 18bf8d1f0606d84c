import { ServiceConfig } from '@towpath/config';

export class MandateConfig extends ServiceConfig {}
