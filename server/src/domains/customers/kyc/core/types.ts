/** Interface of the module, and its inputs. */
import type { AccountState } from '@tunjo/contract/identity'
import type { Draft, FileQuality } from '@tunjo/contract/kyc-drafts'
import type { Form, LegalLevel1Fields, NaturalLevel1Fields, NaturalLevel2Stored, PersonType } from '@tunjo/contract/kyc-forms'
import type { RenewalReason } from '@tunjo/contract/renewal-reasons'
import type { RenewalSubject } from '@tunjo/contract/renewals'
import type { RepresentativeFacts } from '@tunjo/contract/representative-rules'
import type { Representative } from '@tunjo/contract/representatives'
import type { TaxCertification } from '@tunjo/contract/tax-certifications'
import type { PersonActor } from '../../../../platform/audit/index.ts'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { MountedModule } from '../../../../platform/module.ts'
import type { Fact } from '../../../../platform/unit-of-work/index.ts'

export type { PersonType } from '@tunjo/contract/kyc-forms'
export type Level = 0 | 1 | 2 | 3
/** Cédula, cédula de extranjería, NIT, passport, temporary protection permit. */
export const DOCUMENT_TYPES = ['CC', 'CE', 'NIT', 'PA', 'PPT'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** Declared and checked data of a person. */
export interface Dossier {
  readonly personType: PersonType
  readonly fullName: string
  readonly documentType: DocumentType
  /** A NIT with its check digit, as ten digits. */
  readonly documentNumber: string
  /** International form, `+573001234567`. */
  readonly phone: string
}

export interface KycPerson {
  readonly accountId: string
  readonly accountState: AccountState
  readonly email: string
  readonly accountCreatedAt: Date
  /** Highest verified level; 0 = none. */
  readonly verifiedLevel: Level
  /** Null before anything was checked. */
  readonly dossier: Dossier | null
}

/** For use cases that run in groups (platform/unit-of-work). */
export interface KycInGroups {
  /** `key`: name of the key that is the id of the account. */
  verification(key: string): Fact<Pick<KycPerson, 'verifiedLevel' | 'dossier'>>
}

export interface VerifiedDossier extends Dossier {
  readonly accountId: string
  readonly level: Exclude<Level, 0>
}

export interface Picture {
  readonly content: Uint8Array
  readonly width: number
  readonly height: number
}
export interface Declaration {
  readonly survey: { readonly responseA: number; readonly responseB: number }
  /** Forms of each level. Fields as their schema gives them; JPEG pictures by slot. */
  readonly forms: readonly {
    readonly form: Form
    readonly fields: Readonly<Record<string, unknown>>
    readonly pictures: Readonly<Record<string, Picture>>
  }[]
}

export type ItemState = 'staged' | 'pending' | 'accepted' | 'declined' | 'replaced'

/** Item that a reviewer accepts or declines: a file, or the fields of a form (slot `fields`, without a file). */
export interface ReviewItem {
  readonly id: string
  readonly accountId: string
  readonly form: Form
  readonly slot: string
  readonly fileId: string | null
  readonly name: string
  readonly state: ItemState
  readonly description: string | null
  readonly addedAt: Date
}

/** Sent item, as its reviewer sees it. */
export interface SentItem extends Omit<ReviewItem, 'accountId' | 'addedAt'> {
  readonly kind: 'image' | 'pdf' | 'fields'
  readonly quality: FileQuality | null
  readonly sentAt: Date | null
}
/** As they were last sent; null for a form that was not. */
export interface DeclaredForms {
  readonly 'natural-1': NaturalLevel1Fields | null
  readonly 'natural-2': NaturalLevel2Stored | null
  readonly 'legal-1': LegalLevel1Fields | null
}
export interface ReviewFacts extends LevelStatus {
  readonly personType: PersonType
  readonly verifiedLevel: Level
  /** Positions in the bands of the survey. */
  readonly survey: { readonly responseA: number; readonly responseB: number } | null
  readonly sentForms: readonly Form[]
  readonly items: readonly SentItem[]
  readonly declared: DeclaredForms
  /** Accepted forms from before a renewal that was sent; the dossier is based on them until it has ended. */
  readonly acceptedBefore: DeclaredForms
  /** List in force of a company's representatives, which officers read from its documents. */
  readonly representatives: readonly Representative[]
  /** People of the lists since its acceptance: a newer list removes no person until it is accepted again. */
  readonly representativesBefore: readonly Representative[]
  /** Newest first in each form. */
  readonly evidence: readonly (Draft['evidence'][number] & { readonly form: Form })[]
  /** Time of the change by the person or by an officer. */
  readonly changedAt: Date
}
/** Another account with the same document number, or the same file in one of its slots. */
export interface Duplicate {
  readonly kind: 'document' | 'file'
  readonly slot: string | null
  readonly accountId: string
}
/** Level that may be chosen, or the reason against it. */
export interface LevelChoice {
  readonly completed: Level
  readonly newLevel: number
  readonly state: 'offered' | 'current' | 'not_earned'
}
/** Reason of a refusal; nothing was written. The caller words it. */
export interface Rejected<Reason extends string> {
  readonly rejection: Reason
}
export type ReviewRejection = 'not_pending' | 'account_closed'
export type RenewalRejection = 'not_renewable' | 'account_closed'
export type LevelRejection = 'same_level' | 'level_not_earned' | 'account_closed'

export interface Decision {
  /** All items belong to one person. */
  readonly itemIds: readonly string[]
  readonly actor: PersonActor
  readonly at: Date
}
/** Data that an officer read from a proof of residence. */
export interface ProofReading {
  readonly holderName: string
  readonly address: string
  /** Id of the list of cities; null when `city` names the place. */
  readonly cityId: number | null
  readonly city: string
  /** `YYYY-MM-DD` */
  readonly issuedOn: string
  /** Relation of the holder to the person; empty when they are the same. */
  readonly relation: string
}
export interface ProofRead {
  readonly itemId: string
  readonly reading: ProofReading
  readonly actor: PersonActor
  readonly at: Date
}
export interface KeptProof extends ProofReading {
  readonly id: string
  readonly itemId: string
  readonly accountId: string
  readonly readBy: string
  readonly readAt: Date
}
/** Representatives and owners of a company, as an officer read them from its documents. */
export interface RepresentativesWritten {
  readonly accountId: string
  /** Version that the officer saw; 0 = none. */
  readonly from: number
  readonly people: readonly Representative[]
  /** Why no final owner can be found; empty when there are some. */
  readonly noOwnerReason: string
  readonly actor: PersonActor
  readonly at: Date
}
export interface TaxCertificationKept extends Omit<TaxCertification, 'certifiedAt'> {
  readonly certifiedAt: Date
}
export interface RepresentativesKept {
  readonly id: string
  readonly accountId: string
  readonly version: number
  readonly people: readonly Representative[]
  readonly noOwnerReason: string
  readonly writtenBy: string
  readonly writtenAt: Date
}
export interface CompanyOwnershipFacts extends Pick<RepresentativeFacts, 'shareholders' | 'list'> {
  /** The fields of level 1. */
  readonly isAccepted: boolean
  /** True also while the documents of a renewal wait. */
  readonly wasAccepted: boolean
}
export type RenewalState = 'open' | 'done' | 'dropped'
export interface Renewal {
  readonly id: string
  readonly subject: RenewalSubject
  readonly state: RenewalState
  readonly why: RenewalReason
  readonly reason: string | null
  readonly requestedBy: string | null
  readonly requestedAt: Date
  readonly dueAt: Date
  readonly closedAt: Date | null
}
export interface RenewalRequest {
  readonly accountId: string
  readonly subjects: readonly RenewalSubject[]
  readonly why: RenewalReason
  /** The officer, and their reason for officers. */
  readonly by: { readonly actor: PersonActor; readonly reason: string } | null
}
export interface Reviewed {
  readonly accountId: string
  /** Forms of the decided items. */
  readonly forms: readonly Form[]
  /** Closed accounts of the same person that became earlier accounts of this one with it. */
  readonly earlierAccounts: readonly string[]
}
export interface LevelChange {
  readonly accountId: string
  /** The level to work on; 4 = all three are done. */
  readonly newLevel: number
  readonly reason: string
  readonly actor: PersonActor
  /** The officer confirmed that the background check has no complete answer. */
  readonly withoutCheck?: boolean
  /** When two officers agreed on it; a null checker was not asked in an emergency. */
  readonly approval?: { readonly approvalRequestId: string; readonly makerId: string; readonly checkerId: string | null }
}
export interface LevelStatus {
  readonly currentLevel: Level
  readonly isVerified: boolean
}

/** Basis of a change of level: the facts when an officer decided. */
export interface LevelFacts extends LevelStatus {
  readonly personType: PersonType
  /** Id → state of each document and of the fields. */
  readonly items: Readonly<Record<string, ItemState>>
  /** Highest verified level afterwards, compared with now. */
  readonly verified: { readonly before: Level; readonly after: Level }
}

export interface Kyc extends MountedModule {
  /** Null for an unknown account. Inside a transaction pass it, so that no second connection is taken. */
  person(accountId: string, connection?: Connection): Promise<KycPerson | null>
  readonly inGroups: KycInGroups
  /**
   * For seeded people: a dossier that is verified at `level`. An existing dossier is unchanged. `declare` is asked only for a new one: with
   * its answer the person looks like one who completed the forms.
   */
  ensureVerified(dossier: VerifiedDossier, declare?: () => Promise<Declaration>): Promise<void>
  /** Locks this person's verification until the transaction ends. */
  lock(tx: Transaction, accountId: string): Promise<void>
  /** Sent items without replaced ones, in the order of the forms and their slots. */
  listReviewItems(accountId: string): Promise<readonly ReviewItem[]>
  /** Review facts of an account; the same shape without content before it began. Inside a transaction pass it. */
  reviewFacts(accountId: string, connection?: Connection): Promise<ReviewFacts>
  duplicatesOf(accountId: string): Promise<readonly Duplicate[]>
  /** Closed accounts of the same person, with whose document the account was verified. */
  earlierAccounts(connection: Connection, accountId: string): Promise<readonly string[]>
  /** The person's later account after this closed one; no other account becomes the successor before the transaction ends. */
  lockSuccessor(tx: Transaction, accountId: string): Promise<string | null>
  /** Id → slot of every item ever sent. */
  slotsOf(accountId: string): Promise<ReadonlyMap<string, string>>
  /** Levels that `changeLevel` would allow now, lowest first. */
  levelChoices(accountId: string, connection?: Connection): Promise<readonly LevelChoice[]>
  /**
   * All or nothing, for pending items of one person only, who is the answer.
   * @throws Refused `request.not_found`
   */
  accept(tx: Transaction, decision: Decision): Promise<Reviewed | Rejected<ReviewRejection>>
  /** Like `accept`. The person reads `description` and sends only these items again (KYC-17). */
  decline(tx: Transaction, decision: Decision & { description: string }): Promise<Reviewed | Rejected<ReviewRejection>>
  /** Newest first. */
  renewals(accountId: string): Promise<readonly Renewal[]>
  /** Subjects that the person could be asked to renew now. */
  renewable(accountId: string): Promise<readonly RenewalSubject[]>
  /**
   * Opens the allowed renewals of `subjects` and notifies the person; open ones are unchanged. A request of an officer is all or nothing. A
   * request of the product opens as many as allowed: none is no failure.
   */
  requestRenewal(
    tx: Transaction,
    request: RenewalRequest,
  ): Promise<{ requested: readonly RenewalSubject[]; dueAt: Date } | Rejected<RenewalRejection>>
  /**
   * Stores a reading of a proof of residence; the newest one is in force.
   * @throws Refused `request.not_found`, `kyc.proof_date`, `kyc.city_unknown`
   */
  readProof(tx: Transaction, read: ProofRead): Promise<KeptProof>
  /**
   * Stores a new list of the people named by the documents of a company; the former list is kept.
   * @throws Refused `kyc.representatives_of_company`, `kyc.representatives_changed`, `kyc.representative_faulty`, `kyc.country_unknown`,
   * `kyc.birth_date_invalid`
   */
  writeRepresentatives(tx: Transaction, written: RepresentativesWritten): Promise<RepresentativesKept>
  /** Newest first: the first one is in force. */
  representativeLists(accountId: string): Promise<readonly RepresentativesKept[]>
  /** Certifications of tax residence, newest first: the first one applies. */
  taxCertifications(accountId: string): Promise<readonly TaxCertificationKept[]>
  /** Declaration of a company about its owners, with the readings of officers; null for a person, and before anything was sent. */
  companyOwnershipFacts(connection: Connection, accountId: string): Promise<CompanyOwnershipFacts | null>
  /** Last reading of the present proof. */
  lastProofReading(accountId: string): Promise<KeptProof | null>
  /**
   * The facts of a possible change now, locked for the rest of the transaction.
   * @throws Refused as `changeLevel`
   */
  levelFacts(tx: Transaction, change: Pick<LevelChange, 'accountId' | 'newLevel'>): Promise<LevelFacts | Rejected<LevelRejection>>
  /**
   * One level up after its documents were accepted, or any level down.
   * @throws Refused `request.not_found`, `kyc.document_taken`
   */
  changeLevel(tx: Transaction, change: LevelChange): Promise<LevelStatus | Rejected<LevelRejection>>
}
