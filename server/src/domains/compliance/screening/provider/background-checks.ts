/**
 * Port to a background check provider, which queries public sources (courts, police, sanctions lists, public office) about a person or a
 * company.
 */

export type DocumentType = 'CC' | 'CE' | 'NIT' | 'PP' | 'PEP' | 'PPT'

export interface Subject {
  /** A NIT without its check digit. */
  readonly document: string
  readonly documentType: DocumentType
  /** `YYYY-MM-DD` on which the document was issued, which the provider compares. Null when the officer did not enter it. */
  readonly issuedOn: string | null
}

/** `cached`: the provider has a report of the last days already. `refused`: it does not accept the data of the subject. */
export type Launch =
  | { readonly outcome: 'launched'; readonly jobId: string }
  | { readonly outcome: 'cached'; readonly reportId: string }
  | { readonly outcome: 'refused'; readonly fields: readonly string[] }

export interface SourceProgress {
  readonly source: string
  readonly isConsulted: boolean
}
/** `lost`: the provider does not know the job, or no longer does. `failed`: it ended without a report. */
export type Progress =
  | { readonly state: 'running'; readonly sources: readonly SourceProgress[] }
  | {
      readonly state: 'finished'
      readonly sources: readonly SourceProgress[]
      readonly reportId: string
      /** True when the document exists as given. Null: the provider does not answer it. */
      readonly isValidated: boolean | null
      readonly failedSources: readonly string[]
      /** The gravest finding, which the report includes as well. Null: not given. */
      readonly gravest: Gravity | null
    }
  | { readonly state: 'failed' }
  | { readonly state: 'lost' }

export interface Finding {
  readonly severity: 'alto' | 'medio' | 'bajo' | 'info'
  readonly code: string
  readonly source: string
  readonly finding: string
  readonly description: string
}
export interface Report {
  /** Unchanged, for storage. */
  readonly json: Uint8Array
  /** Name of the holder of the document in the sources. Null: not given. */
  readonly name: string | null
  readonly result: CheckResult
  readonly registers: Registers
}

/** Data of public registers, unchanged. Null: not given, or the register failed. */
export interface Registers {
  /** State of a cédula at the Registraduría: `VIGENTE`, or why it is not. */
  readonly documentState: string | null
  /** The NIT that the RUT has, with its check digit, as digits. */
  readonly rut: string | null
  /** `REGISTRO ACTIVO`, or another state. */
  readonly rutState: string | null
}

export type Gravity = 'No' | 'Bajo' | 'Medio' | 'Alto'

/** Null: unknown, because a source failed or its answer is unreadable. Never to be shown or counted as clean. */
export interface CheckResult {
  /** The gravest finding so far. Where sources failed there may be a graver one. */
  readonly gravest: Gravity
  readonly background: Gravity | null
  readonly isListed: boolean | null
  readonly isPep: boolean | null
  readonly failedSources: readonly string[]
}

/** Every call throws ProviderUnreachable while its outcome is unknown; all but `launch` and `retry` may be repeated freely. */
export interface BackgroundChecks {
  /** `force`: also when the provider has a recent report. */
  launch(subject: Subject, options?: { force?: boolean }): Promise<Launch>
  results(jobId: string, subject: Subject): Promise<Progress>
  /** Ask the failed sources of a report again, and only those. Null when the provider does not know the report. */
  retry(reportId: string, documentType: DocumentType): Promise<{ readonly jobId: string } | null>
  /**
   * Null when there is none under this id. A report about another document, or without all its sections, counts as no answer. So does one
   * without any document, unless `isOwnerNamed`: the answer that had this id named the subject.
   */
  report(reportId: string, subject: Subject, options?: { isOwnerNamed?: boolean }): Promise<Report | null>
  reportPdf(reportId: string, documentType: DocumentType): Promise<Uint8Array | null>
}
