/**
 * One person as officers see them (ADM-04 … ADM-08, ADM-11). Paths and fields follow the specification; additions are marked
 * "Extension". Every read of a person leaves an entry in the audit trail.
 */
import * as z from 'zod'
import { DOCUMENT_STATES } from './compliance.ts'
import { endpoint } from './endpoint.ts'
import { copAmount } from './money.ts'

export const PERSON_KINDS = ['Persona', 'Entidad'] as const

const level = z.int().min(0).max(3)

export const UserInformation = z.object({
  userId: z.uuid(),
  fullName: z.string().nullable(),
  kycLevel: level,
  active: z.boolean(),
  email: z.string(),
  typeDocument: z.string().nullable(),
  typeUser: z.enum(PERSON_KINDS),
  country: z.string().nullable(),
  birthDate: z.string().nullable(),
  /** True when a submission is undecided, or the alert Novedades is open. */
  novelty: z.boolean(),
  /** Extension. */
  isVerified: z.boolean(),
  verifiedLevel: level,
  lastModification: z.iso.datetime(),
})
export type UserInformation = z.infer<typeof UserInformation>

/** COP a month or a year; null = or more. */
const band = z.object({ maximum: copAmount.nullable(), minimum: copAmount }).nullable()
export const StepsToFollow = z.object({
  Level1: z
    .object({
      identification: z.object({ Document: z.string(), Number: z.string() }),
      pep: z.boolean().nullable(),
      profile_data: z.object({ email: z.string(), id: z.uuid(), type: z.enum(PERSON_KINDS) }),
      questions: z.object({ responseA: band, responseB: band }),
      /** Null until checked. */
      screening: z.object({ Antecedentes: z.string().nullable(), Listas: z.string().nullable() }),
    })
    .nullable(),
  Level2: z
    .object({
      address: z.object({ country: z.string(), home: z.string() }),
      financial_profile: z.object({ description_activity: z.string(), economic_activity: z.string(), occupation: z.string() }),
    })
    .nullable(),
  Level3: z.object({ nature_operations: z.int().meta({ description: 'Documents sent' }) }).nullable(),
})
export type StepsToFollow = z.infer<typeof StepsToFollow>

const fact = z.object({ result: z.string().nullable(), state: z.enum(DOCUMENT_STATES) })
export const MoreInformation = z.object({ Direction: fact, ID: fact, PEPS: fact, Antecedentes: fact, Lists: fact, Novelty: fact })
export type MoreInformation = z.infer<typeof MoreInformation>

/** Answer that the specification prescribes before a profile is declared. */
export const NO_FINANCIAL_PROFILE = 'An error occurred'
export const FinancialProfile = z.object({ occupation: z.string(), economicActivity: z.string(), economicDescription: z.string() })
export type FinancialProfile = z.infer<typeof FinancialProfile>

export const NO_SCREENING_REPORT = 'Busqueda en progreso o no realizada'

/** Extension: options in the dialog of the level before a request (ADM-11). COP a month; null = no limit. */
export const LevelOptions = z.object({
  worksOn: z.int().min(0).max(4),
  verifiedLevel: level,
  monthlyMaximum: copAmount.nullable(),
  /**
   * Whether the newest background check answered with all its sources. Granting a level before that needs a confirmation (`withoutCheck`).
   */
  isCheckAnswered: z.boolean(),
  options: z.array(
    z.object({
      /** The completed level; `newKYCLevel` is one more. */
      completed: z.int().min(0).max(3),
      newKYCLevel: z.int().min(1).max(4),
      state: z.enum(['offered', 'current', 'not_earned']),
      monthlyMaximum: copAmount.nullable(),
      needsSecondOfficer: z.boolean(),
    }),
  ),
})
export type LevelOptions = z.infer<typeof LevelOptions>

const userQuery = z.object({ userId: z.string().max(64) })
export const personRead = {
  method: 'GET',
  role: 'ROLE_ADMIN',
  permission: 'kyc.read',
  audit: 'kyc.person_viewed',
  allowance: 'kyc-person',
  query: userQuery,
} as const
const volume = { ...personRead, permission: 'payments.read' } as const
export const PERSON_READ_REFUSED = ['request.not_found', 'request.too_many', 'compliance.own_account'] as const

export const compliancePerson = {
  userInformation: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/information',
    summary: 'The panel at the left of a person',
    response: UserInformation,
    errors: PERSON_READ_REFUSED,
  }),
  stepsToFollow: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/stepsToFollow',
    summary: 'Pasos a seguir: what was declared, by level; null for a level that was not sent',
    response: StepsToFollow,
    errors: PERSON_READ_REFUSED,
  }),
  moreInformation: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/more-information',
    summary: 'Result and state of each row of the summary table',
    response: MoreInformation,
    errors: PERSON_READ_REFUSED,
  }),
  financialInformation: endpoint({
    ...personRead,
    path: '/kyc/administrative/natural/financial-information',
    summary: `What the person does for a living; the text "${NO_FINANCIAL_PROFILE}" while nothing was declared`,
    response: z.union([FinancialProfile, z.literal(NO_FINANCIAL_PROFILE)]),
    errors: PERSON_READ_REFUSED,
  }),
  screeningReport: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/user-documents/tusdatos',
    summary: 'Report of the screening provider; null with a sentence while there is none',
    response: z.object({ fileUrl: z.string().nullable(), description: z.literal(NO_SCREENING_REPORT).nullable() }),
    errors: PERSON_READ_REFUSED,
  }),
  userDepositVolume: endpoint({
    ...volume,
    path: '/payment/volumes/administrative/user/deposit/volume',
    summary: 'Deposits of this month of a person and the maximum; null = no limit',
    response: z.object({ deposit: copAmount, maximum: copAmount.nullable() }),
    errors: PERSON_READ_REFUSED,
  }),
  userWithdrawalVolume: endpoint({
    ...volume,
    path: '/payment/volumes/administrative/user/withdrawal/volume',
    summary: 'Withdrawals of this month of a person, as a negative number, and the maximum; null = no limit',
    response: z.object({ withdrawal: copAmount, maximum: copAmount.nullable() }),
    errors: PERSON_READ_REFUSED,
  }),
  levelOptions: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/kyc-level',
    summary: 'Extension: levels that may be chosen now, with the limits of each',
    response: LevelOptions,
    errors: PERSON_READ_REFUSED,
  }),
}
