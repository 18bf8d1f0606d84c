import { describeSchema } from '@towpath/testing';
import { paymentLinkService } from '../src/payment-link.service.js';

const { migrations, tables } = paymentLinkService;
describeSchema({ service: 'payment-link', migrations, tables });
