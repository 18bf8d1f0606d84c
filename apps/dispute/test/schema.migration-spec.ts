import { describeSchema } from '@towpath/testing';
import { disputeService } from '../src/dispute.service.js';

const { migrations, tables } = disputeService;
describeSchema({ service: 'dispute', migrations, tables });
