// These run again here, so that what the connector asks for in them is recorded.
import './stripe-disputes.int-spec.js';
import { describeStripeRequests } from '@towpath/testing';
import Stripe from 'stripe';

describeStripeRequests('the disputes at Stripe', { sdk: Stripe, sources: 'apps/dispute/src' });
