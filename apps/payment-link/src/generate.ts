import { describeService } from '@towpath/service';
import { paymentLinkService } from './payment-link.service.js';

await describeService(paymentLinkService);
