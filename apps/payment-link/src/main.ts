import { runService } from '@towpath/service';
import { paymentLinkService } from './payment-link.service.js';

await runService(paymentLinkService);
