/**
 * Customer verification: the survey, and a person's progress (KYC-01…KYC-17). Its forms are in kyc-drafts.ts and
 * kyc-submissions.ts. Additions to the specification are marked "Extension", there too.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Form, PERSON_TYPES } from './kyc-forms.ts'
import { OwnRenewal } from './renewal-reasons.ts'

const level = z.int().min(0).max(3)
const personType = z.enum(PERSON_TYPES)

export const LEVEL_STATES = ['locked', 'open', 'sent', 'declined', 'verified'] as const
export const LevelStatus = z.object({
  level: z.int().min(1).max(3),
  form: Form,
  /** `locked` until the level below is verified; `sent` = in review; `declined` = parts must be submitted again. */
  state: z.enum(LEVEL_STATES),
  /**
   * Completed items of the required ones: 9 at level 1; 9 or 10 at level 2 (KYC-03). 100 % exactly when all is complete: declined items are
   * required again, and a declaration answered with no is incomplete. A preselected value counts once it is in the draft.
   */
  done: z.int(),
  total: z.int(),
  sentAt: z.iso.datetime().nullable(),
  /** Declined items and their descriptions: slots of the form, or `fields`. Only these are requested again (KYC-17). */
  declined: z.array(z.object({ slot: z.string(), description: z.string() })),
  /**
   * For a verified level whose form is requested again: the level and its limits stay. `state`, `done`, `total` and `declined` describe
   * the resubmitted form; the level itself stays `verified`.
   */
  renewal: OwnRenewal.extend({
    state: z.enum(['open', 'sent', 'declined']),
    done: z.int(),
    total: z.int(),
    declined: z.array(z.object({ slot: z.string(), description: z.string() })),
  }).nullable(),
})
export type LevelStatus = z.infer<typeof LevelStatus>

export const kyc = {
  kycVerified: endpoint({
    method: 'GET',
    path: '/kyc/users/natural/kyc-verified',
    role: 'ROLE_USER',
    summary: 'Level in progress (0 before the survey) and whether that level is verified',
    response: z.object({ currentLevel: level, isVerified: z.boolean() }),
    errors: [],
  }),
  kycInformation: endpoint({
    method: 'GET',
    path: '/kyc/users/natural/kyc-information',
    role: 'ROLE_USER',
    summary: 'Declared data by level; null for a missing level (KYC-15)',
    response: z.object({
      Level1: z
        .object({
          fullName: z.string(),
          cellphone: z.string(),
          identificationType: z.string(),
          identification: z.string(),
          birthDate: z.string(),
          peps: z.boolean(),
        })
        .nullable(),
      Level2: z.object({ address: z.string(), activityDescription: z.string() }).nullable(),
    }),
    errors: [],
  }),
  survey: endpoint({
    method: 'POST',
    path: '/kyc/users/signup-survey',
    role: 'ROLE_USER',
    summary: 'Expected volumes: positions in the two lists of bands (KYC-01)',
    body: z.object({ responseA: z.int().min(0).max(4), responseB: z.int().min(0).max(4), responseC: z.literal(0) }),
    response: z.object({ saved: z.literal(true) }),
    errors: ['request.invalid'],
  }),
  status: endpoint({
    method: 'GET',
    path: '/kyc/users/status',
    role: 'ROLE_USER',
    summary: 'Extension: all data of the verification screen',
    response: z.object({
      surveyAnswered: z.boolean(),
      personType,
      /** True until the first submission. */
      mayChoosePersonType: z.boolean(),
      levels: z.array(LevelStatus),
      /** Set when the survey is requested again. */
      surveyRenewal: OwnRenewal.nullable(),
    }),
    errors: [],
  }),
  choosePersonType: endpoint({
    method: 'PUT',
    path: '/kyc/users/person-type',
    role: 'ROLE_USER',
    summary: 'Extension: verify as a person or as a company; until the first submission',
    body: z.object({ personType }),
    response: z.object({ personType }),
    errors: ['request.invalid', 'kyc.person_type_fixed'],
  }),
}
