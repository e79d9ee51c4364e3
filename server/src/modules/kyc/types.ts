import type { AccountState } from '@tunjo/contract/identity'
import type { Connection } from '../../platform/database.ts'
import type { MountedModule } from '../../platform/module.ts'

export type Level = 0 | 1 | 2 | 3
export type PersonType = 'natural' | 'legal'
/** Cédula, cédula de extranjería, NIT, passport, temporary protection permit. */
export const DOCUMENT_TYPES = ['CC', 'CE', 'NIT', 'PA', 'PPT'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** What a person declared and we checked. */
export interface Dossier {
  readonly personType: PersonType
  readonly fullName: string
  readonly documentType: DocumentType
  readonly documentNumber: string
  /** International form, `+573001234567`. */
  readonly phone: string
}

export interface KycPerson {
  readonly accountId: string
  readonly accountState: AccountState
  readonly email: string
  readonly accountCreatedAt: Date
  /** The highest level that is verified; 0 = none. */
  readonly verifiedLevel: Level
  /** Null before anything was declared. */
  readonly dossier: Dossier | null
}

export interface VerifiedDossier extends Dossier {
  readonly accountId: string
  readonly level: Exclude<Level, 0>
}

export interface Kyc extends MountedModule {
  /** Null for an unknown account. Inside a transaction pass it, so that no second connection is taken. */
  person(accountId: string, connection?: Connection): Promise<KycPerson | null>
  /** For seeded people: a dossier that is verified at `level`. An existing dossier stays as it is. */
  ensureVerified(dossier: VerifiedDossier): Promise<void>
}
