import {
  CreateMandateLinkRequest,
  OpenMandateSessionRequest,
  SetMandateInstitutionRequest,
  SubmitChecklistRequest,
} from '@towpath/contracts/mandate';
import { sealChecklist, TYPED } from '@towpath/testing';
import type { Specimen } from './operation-specimen.js';

/** How a payer authorizes a mandate, on the hosted page or elsewhere. */
export const mandateAuthorization: Readonly<Record<string, Specimen>> = {
  getPaymentsJwks: {},
  getMandateAuthLink: {
    body: {
      type: CreateMandateLinkRequest,
      valid: ({ mandatePayer }) => ({
        mandate_id: mandatePayer.mandateId,
        link_customizations: {
          countries: ['HKG'],
          institution_id: 'testbank',
          institution_status: 'beta supported',
          language: 'en',
          link_mode: 'test',
          products_supported: ['MANDATE'],
          ui_mode: 'redirect',
          redirect_uri: 'https://shop.example.com/return',
          user_type: ['INDIVIDUAL'],
        },
      }),
      names: [
        'mandate_id',
        'link_customizations.countries',
        'link_customizations.institution_id',
        'link_customizations.institution_status',
        'link_customizations.link_mode',
      ],
    },
    refusals: { mandate_id: 'MANDATE_NOT_FOUND' },
  },
  getMandateAuth: {},
  setMandateInstitution: {
    body: {
      type: SetMandateInstitutionRequest,
      valid: () => ({ institution_id: 'testbank' }),
      names: ['institution_id'],
    },
  },
  submitAuthChecklist: {
    body: {
      type: SubmitChecklistRequest,
      // Encrypted anew each time: a payload is taken once.
      valid: ({ mandatePayer }) => sealChecklist([TYPED.consent()], mandatePayer.key),
      names: [
        'key_id',
        'envelope_encryption_key',
        'initialization_vector',
        'message_authentication_code',
        'ciphertext',
      ],
    },
  },
  openHostedMandateSession: {
    body: {
      type: OpenMandateSessionRequest,
      valid: ({ mandatePayer }) => ({ token: mandatePayer.linkToken }),
    },
  },
  extendHostedMandateSession: {},
  getHostedMandateView: {},
  // Reference data without paging; its own specs hold its bad input.
  listHostedMandateInstitutions: {},
  leaveHostedMandate: {},
  startInstitutionLogin: { needsQuery: true },
  returnFromInstitution: { needsQuery: true },
};
