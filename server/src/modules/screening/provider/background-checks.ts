/** Port to a provider that asks public sources (courts, police, lists of sanctions, public office) about a person or a company. */

export type DocumentType = 'CC' | 'CE' | 'NIT' | 'PP' | 'PEP' | 'PPT'

export interface Subject {
  /** A NIT without its check digit. */
  readonly document: string
  readonly documentType: DocumentType
  /** `YYYY-MM-DD` on which the document was issued, which the provider compares. Null when nobody asked for it. */
  readonly issuedOn: string | null
}

/** `cached`: it asked about them in the last days and has a report already. `refused`: it does not take them as they are. */
export type Launch =
  | { readonly outcome: 'launched'; readonly jobId: string }
  | { readonly outcome: 'cached'; readonly reportId: string }
  | { readonly outcome: 'refused'; readonly fields: readonly string[] }

export interface SourceProgress {
  readonly source: string
  readonly isConsulted: boolean
}
/** `lost`: the provider does not know the job, or not any more. `failed`: it ended without a report. */
export type Progress =
  | { readonly state: 'running'; readonly sources: readonly SourceProgress[] }
  | {
      readonly state: 'finished'
      readonly sources: readonly SourceProgress[]
      readonly reportId: string
      /** The document exists as it was given. Null: it does not say. */
      readonly isValidated: boolean | null
      readonly failedSources: readonly string[]
      /** The gravest finding, which the report has as well. Null: it does not say. */
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
  /** As it came, to be kept. */
  readonly json: Uint8Array
  /** Whose document it is, as the sources say. Null: they do not. */
  readonly name: string | null
  readonly result: CheckResult
  readonly registers: Registers
}

/** Public registers in their own words. Null: they say nothing, or failed. */
export interface Registers {
  /** Of a cédula at the Registraduría: `VIGENTE`, or why it is not. */
  readonly documentState: string | null
  /** The NIT that the RUT has, with its check digit, as digits. */
  readonly rut: string | null
  /** `REGISTRO ACTIVO`, or what it is instead. */
  readonly rutState: string | null
}

export type Gravity = 'No' | 'Bajo' | 'Medio' | 'Alto'

/** Null: a source failed, or said what cannot be read, so nobody knows. Never to be shown or counted as clean. */
export interface CheckResult {
  /** The gravest finding that there is. Where sources failed there may be worse. */
  readonly gravest: Gravity
  readonly background: Gravity | null
  readonly isListed: boolean | null
  readonly isPep: boolean | null
  readonly failedSources: readonly string[]
}

/** Every call throws ProviderUnreachable while it is in doubt what happened; all but `launch` and `retry` may be repeated at will. */
export interface BackgroundChecks {
  /** `force`: even when it has a recent report. */
  launch(subject: Subject, options?: { force?: boolean }): Promise<Launch>
  results(jobId: string, subject: Subject): Promise<Progress>
  /** Asks the failed sources of a report again, and only those. Null when it does not know the report. */
  retry(reportId: string, documentType: DocumentType): Promise<{ readonly jobId: string } | null>
  /**
   * Null when there is none under this id. A report about another document, or without all its sections, counts as no answer, and one
   * without any document too, unless `isOwnerNamed`: the answer that had this id named the subject.
   */
  report(reportId: string, subject: Subject, options?: { isOwnerNamed?: boolean }): Promise<Report | null>
  reportPdf(reportId: string, documentType: DocumentType): Promise<Uint8Array | null>
}
