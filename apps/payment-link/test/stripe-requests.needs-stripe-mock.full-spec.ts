// These run again here, so that what the connector asks for in them is recorded.
import './stripe-cards.int-spec.js';
import './stripe-connector.int-spec.js';
import './stripe-declines.int-spec.js';
import './stripe-settlement.int-spec.js';
import { describeStripeRequests } from '@towpath/testing';
import Stripe from 'stripe';

describeStripeRequests('the cards at Stripe', { sdk: Stripe, sources: 'apps/payment-link/src' });
